"""Benchmarks: each measures one thing, `run` measures what docs/performance.md says."""
