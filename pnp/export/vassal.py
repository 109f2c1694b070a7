"""Modules of Vassal: a `.vmod` file with one table for each number of players.

A table is a board of a module's map, with the game's fixed boards painted on it. Each of them is a zone with a named
region for each place, or with Vassal's own grid of hexagons or squares. Everything else is a piece: two-sided ones have
a layer for each side, cards of a face-down deck a mask. Sizes are pixels, because Vassal draws pictures as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, tostring

from pnp.diagnostics import Fault
from pnp.export.pictures import SheetPicture
from pnp.export.screen import PackedFile, Screen, Thing, archive, extent, fitted, packed, plain, undealt
from pnp.export.targets import ExportedFiles, ExportOptions
from pnp.export.things import CellsOnPiece, ExportedGame, Piece, Pile, Snap
from pnp.export.vassal_pieces import (
    DELETE,
    Trait,
    basic,
    definition,
    layers,
    marks,
    mask,
    numbering,
    sequence,
    turning,
)

VASSAL_VERSION = "3.7.0"
"""The oldest version of Vassal that the module is for."""

SCALE, MOST_PIXELS = 4.0, 6000.0
"""Pixels per millimetre at most, and the maximum number of pixels of a side of the table."""

MOST_REGIONS = 1_500
"""The maximum number of named places of a board; a larger grid is Vassal's own, whose cells have no names."""

REACH = 8.0
"""How far from a slot over the edge of a piece Vassal still pulls to it, in millimetres."""

STILL = ("mat", "card")
"""Kinds of pieces that stay where the set-up lays them, if they have slots: these are regions there."""

MAP = "Table"

_BUILD = "VASSAL.build"
_MODULE = f"{_BUILD}.module"
_BOARD = f"{_MODULE}.map.boardPicker.Board"
_GRIDS = f"{_MODULE}.map.boardPicker.board"


# The module.


HOW = """For Vassal 3.7 or newer (vassalengine.org). Open the file that ends in '.vmod' with Vassal, start a new game,
and choose the number of players. The pieces are set up; every player takes a seat and has a window for the own hand."""


def files_of(game: ExportedGame, _folder: Path, _options: ExportOptions) -> ExportedFiles:
    """Return the module for Vassal."""
    return packed(game, vassal_file(game), "vmod", "module", HOW)


def vassal_file(game: ExportedGame) -> PackedFile:
    """Return the game as a module."""
    game, faults = undealt(game)
    module = _VassalModule(game)
    tree = module.tree()
    files = {"buildFile.xml": xml(tree), "moduledata": xml(_metadata(game)), **module.files}
    return PackedFile(archive(files), (*_left_out(game), *faults))


def _left_out(game: ExportedGame) -> Iterator[Fault]:
    """Yield what a module cannot hold."""
    for pile in game.piles:
        if pile.endless:
            message = f"'{pile.name}' runs out after {len(pile.pieces)}: a deck of this program has an end"
            yield game.fault(pile.id, message, "take more from the window 'Pieces', which has one of each kind")
    pieces = {piece.id: piece for piece in game.pieces}
    for piece in game.pieces:
        if piece.grid and len(piece.snaps) > MOST_REGIONS:
            known = numbering(piece)
            count = len(piece.snaps) - (known[1] if known else 0)
            message = (
                f"the names of {count:,} of {len(piece.snaps):,} cells of '{piece.name}': the grid cannot number them"
            )
            if count:
                yield game.fault(piece.component, message, "nothing to do: the names are printed on the board")
    loose = dict.fromkeys(
        pieces[laid.what].component
        for layout in game.layouts.values()
        for laid in layout
        if laid.what in pieces and pieces[laid.what].snaps and not (laid.locked or pieces[laid.what].kind in STILL)
    )
    for name in loose:
        message = f"the places of '{name}' pull nothing: regions of this program do not move with a piece"
        yield game.fault(name, message, "nothing to do: put pieces there by hand")


def xml(tree: Element) -> bytes:
    """Return an XML file of the tree, whose texts have no characters that XML cannot hold."""
    return b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n' + bytes(tostring(tree, "utf-8"))


def said(text: str, most: int = 300) -> str:
    """Return a text as Vassal shows it: one line, without HTML, and without two dollar signs, which name a property."""
    kept = "".join(sign for sign in plain(text, most) if sign not in "<>" and not "\ud800" <= sign <= "\udfff")
    return (kept.replace("$", "＄") if kept.count("$") > 1 else kept) or "?"


def _metadata(game: ExportedGame) -> Element:
    root = Element("data", version="1")
    for name, text in (
        ("version", "1.0"), ("extra1", ""), ("extra2", ""), ("VassalVersion", VASSAL_VERSION), ("dateSaved", "0"),
        ("description", said(game.summary, 500)), ("name", said(game.title)),
    ):  # fmt: skip
        SubElement(root, name).text = text
    return root


class _VassalModule:
    """The tree of a module, its files, and the number of the next slot of a piece."""

    def __init__(self, game: ExportedGame) -> None:
        self.game, self.slots = game, 0
        self.files: dict[str, bytes] = {}
        widest = max((max(right - left, low - top) for left, top, right, low in self._extents()), default=1.0)
        self.scale = min(SCALE, MOST_PIXELS / widest)

    def tree(self) -> Element:
        """Return the whole module."""
        game = self.game
        root = Element(
            f"{_BUILD}.GameModule", name=said(game.title), version="1.0", description=said(game.summary, 500),
            VassalVersion=VASSAL_VERSION, ModuleOther1="", ModuleOther2="",
        )  # fmt: skip
        SubElement(root, f"{_MODULE}.BasicCommandEncoder")
        self._documentation(root)
        self._roster(root)
        options = SubElement(root, f"{_MODULE}.GlobalOptions", autoReport="Use Preferences Setting")
        SubElement(options, "option", name="playerIdFormat").text = "$PlayerName$"
        self._prototypes(root)
        self._dice(root)
        self._palette(root)
        SubElement(root, f"{_MODULE}.Chatter")
        SubElement(root, f"{_MODULE}.KeyNamer")
        screens = [
            fitted(game, players, (0.0, 0.0, (right - left) * self.scale, (low - top) * self.scale), self.scale)
            for players, (left, top, right, low) in zip(sorted(game.layouts), self._extents(), strict=True)
        ]
        self._map(root, screens)
        for seat in game.seats[max(game.seats)] if game.seats else ():
            self._hand(root, said(seat.name, 60))
        root.set("nextPieceSlotId", str(self.slots))
        return root

    def _extents(self) -> Iterator[tuple[float, float, float, float]]:
        """Yield the extent of the table for each number of players, in ascending order."""
        return (extent(self.game, players) for players in sorted(self.game.layouts))

    # What is not on the table.

    def _documentation(self, root: Element) -> None:
        shelf = SubElement(root, f"{_MODULE}.Documentation")
        if self.game.rulebook:
            self.files["rules.pdf"] = self.game.rulebook
            SubElement(shelf, f"{_MODULE}.documentation.BrowserPDFFile", title="Rules", pdfFile="rules.pdf")
        if self.game.notes:
            self.files["rules.txt"] = self.game.notes.encode()
            SubElement(
                shelf, f"{_MODULE}.documentation.HelpFile", title="Rules as text", fileName="rules.txt",
                fileType="archive",
            )  # fmt: skip

    def _roster(self, root: Element) -> None:
        roster = SubElement(
            root, f"{_MODULE}.PlayerRoster", buttonText="Seats", buttonToolTip="Take or leave a seat",
            buttonKeyStroke="", description="",
        )  # fmt: skip
        for seat in self.game.seats[max(self.game.seats)] if self.game.seats else ():
            SubElement(roster, "entry").text = said(seat.name, 60)

    def _prototypes(self, root: Element) -> None:
        shelf = SubElement(root, f"{_MODULE}.PrototypesContainer")
        prototype = SubElement(
            shelf, f"{_MODULE}.PrototypeDefinition", name="Piece", description="what all pieces can do"
        )
        delete = Trait("delete;" + sequence(("Delete", DELETE, ""), ";"), "")
        prototype.text = definition((delete, basic("", "", 0)))

    def _dice(self, root: Element) -> None:
        kinds: dict[int, int] = {}
        for piece in self.game.pieces:
            if piece.kind == "die":
                sides = len(piece.faces) or len(piece.values) or 6
                kinds[sides] = kinds.get(sides, 0) + piece.count
        for sides, count in sorted(kinds.items()):
            SubElement(
                root, f"{_MODULE}.DiceButton", name=f"{count}d{sides}", text=f"{count}d{sides}",
                tooltip="Roll the dice",
                nDice=str(count), nSides=str(sides), plus="0", addToTotal="0", reportTotal="false", prompt="false",
                hotkey="", icon="/images/die.gif", sortDice="false",
                reportFormat="$name$ = $result$ ($PlayerName$)",
            )  # fmt: skip

    def _palette(self, root: Element) -> None:
        """Add the window with every piece, by component: supplies for whatever runs out."""
        window = SubElement(
            root, f"{_MODULE}.PieceWindow", name="Pieces", text="Pieces", tooltip="All pieces of the game",
            hidden="false", hotkey="", icon="", scale="1.0", defaultWidth="0",
        )  # fmt: skip
        tabs = SubElement(window, f"{_BUILD}.widget.TabWidget", entryName="Pieces")
        components: dict[str, list[Piece]] = {}
        laid = {each.what for layout in self.game.layouts.values() for each in layout}
        laid |= {name for pile in self.game.piles for name in pile.pieces}
        for piece in self.game.pieces:
            if piece.kind not in ("board", "box") or piece.id not in laid:
                components.setdefault(piece.component, []).append(piece)
        for name, pieces in components.items():
            title = said(pieces[0].title or name, 80)
            held = SubElement(tabs, f"{_BUILD}.widget.ListWidget", entryName=title, divider="150", scale="1.0")
            for piece in pieces:
                self._slot(held, piece)

    # Pieces.

    def _picture(self, picture: SheetPicture, wide: float = 0.0) -> str:
        """Return the name of the file of a picture at the scale of the table, `wide` mm or as wide as the picture."""
        name = f"{picture.key}-{picture.digest[:8]}.png"
        if f"images/{name}" not in self.files:
            self.files[f"images/{name}"] = picture.png(max(1, round((wide or picture.size_mm[0]) * self.scale)))
        return name

    def _slot(self, parent: Element, piece: Piece, turn: float = 0.0, up: bool = True, masked: bool = False) -> None:
        """Add a piece to a stack, a deck or a list."""
        across = piece.size_mm[0] if piece.kind == "die" else 0.0  # the sides of a die with four are parts of triangles
        front = self._picture(piece.front, across) if piece.front else ""
        traits = [
            Trait("prototype;Piece"),
            marks(Text=said(piece.text, 1000), Component=said(piece.title or piece.component)),
        ]
        back = self._picture(piece.back) if piece.back else ""
        if piece.faces:
            faces = [self._picture(each, across) if each else front for each in piece.faces]
            names = [
                said(piece.values[index], 40) if index < len(piece.values) else str(index + 1)
                for index in range(len(faces))
            ]
            traits.append(layers(faces, names, "Roll", rolled=True))
        elif back and masked:
            traits.append(mask(back))
        elif back:
            traits.append(layers((front, back), ("", "Back"), "Flip", 1 if up else 2))
        traits += [turning(turn), basic(front, said(piece.name), self.slots)]
        wide, tall = (round(side * self.scale) for side in piece.size_mm)
        kind = "CardSlot" if masked else "PieceSlot"
        slot = SubElement(
            parent, f"{_BUILD}.widget.{kind}", entryName=said(piece.name), gpid=str(self.slots), width=str(wide),
            height=str(tall),
        )  # fmt: skip
        slot.text = definition(traits)
        self.slots += 1

    # The table.

    def _map(self, root: Element, screens: Sequence[Screen]) -> None:
        table = SubElement(
            root, f"{_MODULE}.Map", mapName=MAP, allowMultiple="false", backgroundcolor="", buttonName="",
            changeFormat="$message$",
            color="0,0,0", createFormat="$pieceName$ created in $location$", edgeHeight="0", edgeWidth="0",
            hideKey="", hotkey="", icon="", launch="false", markMoved="Never", markUnmovedHotkey="",
            moveKey="", moveToFormat="$pieceName$ moves $previousLocation$ → $location$",
            moveWithinFormat="$pieceName$ moves $previousLocation$ → $location$", showKey="", thickness="3",
        )  # fmt: skip
        picker = SubElement(
            table, f"{_MODULE}.map.BoardPicker", addColumnText="", addRowText="", boardPrompt="Number of players",
            slotHeight="125", slotScale="0.2", slotWidth="350", title="Number of players", maxColumns="1", maxRows="1",
        )  # fmt: skip
        for screen in screens:
            self._board(picker, screen)
        self._behaviour(table)
        for screen in screens:
            for thing in screen.things:
                if thing.pile:
                    self._pile(table, screen, thing, thing.pile)
                elif not _painted(thing):
                    self._stack(table, screen, thing)

    def _behaviour(self, table: Element, hand: bool = False) -> None:
        """Add what a map needs to be used: stacks, selection, moving, menus, previews, zoom."""
        SubElement(
            table, f"{_MODULE}.map.StackMetrics", bottom="40,0", down="37,0", top="38,0", up="39,0", disabled="false",
            exSepX="12", exSepY="18", unexSepX="5", unexSepY="5",
        )  # fmt: skip
        behaviours = "ForwardToKeyBuffer MenuDisplayer MapCenterer StackExpander PieceMover KeyBufferer"
        for name in behaviours.split():
            SubElement(table, f"{_MODULE}.map.{name}")
        SubElement(table, f"{_MODULE}.map.ForwardToChatter")
        SubElement(table, f"{_MODULE}.map.SelectionHighlighters")
        SubElement(
            table, f"{_MODULE}.map.CounterDetailViewer", borderWidth="0", centerAll="false", centerText="false",
            combineCounterSummary="false", counterReportFormat="", delay="500", description="",
            display="from all layers",
            emptyHexReportForma="$LocationName$", enableHTML="true", extraTextPadding="0", fgColor="0,0,0",
            fontSize="11", graphicsZoom="1.0", hotkey="", layerList="", minDisplayPieces="1", propertyFilter="",
            showDeck="false", showDeckDepth="1", showDeckMasked="false", showMoveSelectde="false", showNoStack="true",
            showNonMovable="false", showOverlap="false", showgraph="true", showgraphsingle="true", showtext="true",
            showtextsingle="true", stretchWidthPieces="false", stretchWidthSummary="false",
            summaryReportFormat="$LocationName$", unrotatePieces="true", version="4", verticalOffset="2",
            verticalTopText="5", zoomlevel="1.0",
        )  # fmt: skip
        SubElement(
            table, f"{_MODULE}.map.Zoomer", zoomLevels="0.1,0.15,0.2,0.25,0.35,0.5,0.7,1.0,1.4,2.0",
            zoomStart="8" if hand else "5", inButtonText="", outButtonText="", pickButtonText="", inTooltip="Zoom in",
            outTooltip="Zoom out", pickTooltip="Select zoom", zoomInIcon="/images/zoomIn.gif",
            zoomOutIcon="/images/zoomOut.gif", zoomPickIcon="/images/zoom.png", zoomInKey="61,130", zoomOutKey="45,130",
            zoomPickKey="",
        )  # fmt: skip

    def _hand(self, root: Element, side: str) -> None:
        """Add the hand of a player, whose window the others cannot look into."""
        hand = SubElement(
            root, f"{_MODULE}.PlayerHand", mapName=f"Hand of {side}", side=side, visible="false", useBoards="",
            allowMultiple="false", backgroundcolor="255,255,255", buttonName=f"Hand of {side}", changeFormat="",
            color="0,0,0", createFormat="", edgeHeight="0", edgeWidth="0", hideKey="", hotkey="", icon="",
            launch="true", markMoved="Never", markUnmovedHotkey="", moveKey="", moveWithinFormat="", showKey="",
            moveToFormat="$pieceName$ moves to $location$", thickness="3",
        )  # fmt: skip
        picker = SubElement(
            hand, f"{_MODULE}.map.BoardPicker", addColumnText="", addRowText="", boardPrompt="", slotHeight="125",
            slotScale="0.2", slotWidth="350", title="", maxColumns="1", maxRows="1",
        )  # fmt: skip
        SubElement(
            picker, _BOARD, name=f"Hand of {side}", width="1600", height="500", image="", color="232,236,240",
            reversible="false",
        )  # fmt: skip
        self._behaviour(hand, hand=True)

    def _board(self, picker: Element, screen: Screen) -> None:
        left, top, right, low = extent(screen.game, screen.players)
        wide, tall = round((right - left) * self.scale), round((low - top) * self.scale)
        board = SubElement(
            picker, _BOARD, name=_board_name(screen), image=self._table_picture(screen, wide, tall), width=str(wide),
            height=str(tall), color="255,255,255", reversible="false",
        )  # fmt: skip
        zoned = SubElement(board, f"{_GRIDS}.ZonedGrid")  # of several zones at a point, Vassal takes the first
        for space in screen.game.spaces.get(screen.players, ()):
            x, y = screen.at(space.x, space.y)
            zone = _zone_of(zoned, space.name, [screen.at(*corner) for corner in space.corners])
            SubElement(
                _regions(zone), f"{_GRIDS}.Region", name=said(space.name, 100), originx=str(round(x)),
                originy=str(round(y)),
            )  # fmt: skip
        for thing in reversed(screen.things):
            still = _painted(thing) or (_is_shown(thing) and thing.piece.kind in STILL)
            if still and (thing.piece.snaps or thing.piece.grid):
                self._zone(zoned, screen, thing)

    def _table_picture(self, screen: Screen, wide: int, tall: int) -> str:
        """Return the name of a picture of the table with the boards that stay where they are."""
        from PIL import Image, ImageDraw

        from pnp.render.pdf import png_of

        table = Image.new("RGB", (wide, tall), (214, 220, 214))
        for thing in screen.things:
            picture = thing.piece.front if thing.laid.face == "up" else thing.piece.back
            if _painted(thing) and picture:
                with Image.open(BytesIO(picture.png(max(1, round(thing.width))))) as read:
                    drawn = read.convert("RGBA").rotate(-thing.laid.turn, Image.Resampling.BICUBIC, expand=True)
                at = round(thing.x - drawn.width / 2), round(thing.y - drawn.height / 2)
                table.paste(drawn, at, drawn)
        for space in screen.game.spaces.get(screen.players, ()):
            ImageDraw.Draw(table).polygon([screen.at(*corner) for corner in space.corners], outline=(120, 128, 120))
        name = f"table-{screen.players}.png"
        self.files[f"images/{name}"] = png_of(table)
        return name

    def _zone(self, zoned: Element, screen: Screen, thing: Thing) -> None:
        """Add the zone of a board with its grid; it is as large as the board, and holds slots over the edge as well.

        Pieces are pulled from both sides of a slot that is partly over the edge, not of places next to an edge: there
        may be another board.
        """
        wide, tall = thing.piece.size_mm
        over = [snap for snap in thing.piece.snaps if _is_over(snap, wide, tall)]
        left, right = min((0.0, *(s.x - REACH for s in over))), max((wide, *(s.x + REACH for s in over)))
        top, low = min((0.0, *(s.y - REACH for s in over))), max((tall, *(s.y + REACH for s in over)))
        corners = [screen.on(thing, x, y) for x, y in ((left, top), (right, top), (right, low), (left, low))]
        zone = _zone_of(zoned, thing.piece.name or thing.id, corners)
        many = sum(spot.host == thing.id for spot in screen.spots) > MOST_REGIONS
        if thing.piece.grid and many and not thing.laid.turn % 90:
            self._grid(zone, screen, thing, thing.piece.grid)
            return
        grid = _regions(zone)
        for spot in screen.spots:
            if spot.host == thing.id:
                SubElement(
                    grid, f"{_GRIDS}.Region", name=said(spot.snap.name, 100), originx=str(round(spot.x)),
                    originy=str(round(spot.y)),
                )  # fmt: skip

    def _grid(self, zone: Element, screen: Screen, thing: Thing, cells: CellsOnPiece) -> None:
        grid = self._cells(zone, screen, thing, cells)
        known = numbering(thing.piece) if not thing.laid.turn % 360 else None
        if known:
            kind = "Square" if cells.shape == "square" else "Hex"
            SubElement(grid, f"{_GRIDS}.mapgrid.{kind}GridNumbering", known[0])

    def _cells(self, zone: Element, screen: Screen, thing: Thing, cells: CellsOnPiece) -> Element:
        """Add Vassal's own grid; of hexagons with a corner up, it takes x for y."""
        x, y = screen.on(thing, cells.x, cells.y)
        pitch = cells.pitch * screen.scale
        upright = (cells.shape == "hex-pointy") != bool(thing.laid.turn % 180)
        seen = {"snapTo": "true", "visible": "false", "color": "0,0,0", "cornersLegal": "false", "edgesLegal": "false"}
        if cells.shape == "square":
            seen |= {"range": "Metric", "dx": f"{pitch:.4f}", "dy": f"{pitch:.4f}"}
            seen |= {"x0": str(round(x)), "y0": str(round(y))}
            return SubElement(zone, f"{_GRIDS}.SquareGrid", seen)
        x, y = (y, x) if upright else (x, y)
        seen |= {"dx": f"{pitch * 3**0.5 / 2:.4f}", "dy": f"{pitch:.4f}", "x0": str(round(x)), "y0": str(round(y))}
        seen |= {"sideways": str(upright).lower(), "dotsVisible": "false", "snapscale": "1"}
        return SubElement(zone, f"{_GRIDS}.HexGrid", seen)

    def _stack(self, table: Element, screen: Screen, thing: Thing) -> None:
        """Add a piece of the set-up."""
        stack = SubElement(
            table, f"{_MODULE}.map.SetupStack", name=f"{thing.id} ({screen.players})", owningBoard=_board_name(screen),
            useGridLocation="false", location="", x=str(round(thing.x)), y=str(round(thing.y)),
        )  # fmt: skip
        self._slot(stack, thing.piece, thing.laid.turn, thing.laid.face == "up")

    def _pile(self, table: Element, screen: Screen, thing: Thing, pile: Pile) -> None:
        """Add a deck; the last of its cards is the top one."""
        down = pile.face == "down"
        deck = SubElement(
            table, f"{_MODULE}.map.DrawPile", name=f"{said(pile.name, 60)} ({screen.players})",
            owningBoard=_board_name(screen), x=str(round(thing.x)), y=str(round(thing.y)),
            width=str(round(thing.width)),
            height=str(round(thing.height)), allowMultiple="true", allowSelect="true", canSave="false",
            color="120,120,120", commandName="", deckName=said(pile.name, 60), description="", draw="true",
            drawFaceUp="false", emptyHotkey="", expressionCounting="false", faceDown="Always" if down else "Never",
            faceDownFormat="", hotkeyOnEmpty="false", maxStack="10", reportFormat="", reshufflable="false",
            reversible="false", shuffle="Always" if pile.shuffled else "Via right-click Menu", shuffleCommand="Shuffle",
            shuffleFormat="$playerName$ shuffles $deckName$", useGridLocation="false", restrictOption="false",
        )  # fmt: skip
        for piece in reversed(thing.pieces):
            self._slot(deck, piece, thing.laid.turn, up=not down, masked=down and piece.back is not None)


def _is_over(snap: Snap, wide: float, tall: float) -> bool:
    """Return whether a place or slot is over the edge of its piece, in whole or in part."""
    across, down = (snap.size_mm[0] / 2, snap.size_mm[1] / 2) if snap.size_mm else (0.0, 0.0)
    return not (across < snap.x < wide - across and down < snap.y < tall - down)


def _zone_of(zoned: Element, name: str, corners: Iterable[tuple[float, float]]) -> Element:
    """Add a zone of a table with these corners in pixels, and return it."""
    return SubElement(
        zoned, f"{_GRIDS}.mapgrid.Zone", name=said(name), useParentGrid="false",
        path=";".join(f"{round(x)},{round(y)}" for x, y in corners), locationFormat="$gridLocation$",
        useHighlight="false", highlightProperty="",
    )  # fmt: skip


def _regions(zone: Element) -> Element:
    """Add a grid of named points that pull pieces, and return it."""
    return SubElement(zone, f"{_GRIDS}.RegionGrid", snapto="true", visible="false", fontsize="9")


def _board_name(screen: Screen) -> str:
    return f"{screen.players} player{'s' if screen.players > 1 else ''}"


def _is_shown(thing: Thing) -> bool:
    """Return whether a thing is a single piece that lies face up."""
    return not thing.pile and thing.laid.face == "up"


def _painted(thing: Thing) -> bool:
    """Return whether a thing is part of the table's picture: a board that is not moved."""
    return thing.laid.locked and not thing.pile and thing.piece.kind in ("board", "mat")
