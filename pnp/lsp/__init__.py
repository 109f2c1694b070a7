"""The language server: findings, completion and the rest of `pnp.language` in the Language Server Protocol.

`packs` holds the packs of the open documents and checks them; `server` is the protocol, on pygls.
"""
