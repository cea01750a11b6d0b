"""Pictures on paper: pages of A4 or letter, as SVG, as one HTML file to print, or as PDF."""

from __future__ import annotations

from datetime import UTC, datetime
from html import escape

from ttt_table.errors import ArgumentError, MissingExtraError, SizeError
from ttt_table.export.pictures import svg

PAPERS = {"A4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres."""
_EDGE = 12
_FOOT = 6
"""The height of the line at the foot of a page."""
_LARGEST, _SMALLEST = 0.3, 0.14
"""Millimetres to a pixel: a board need not fill the page, and words are at least 5 points high."""


class Paper:
    """A picture parted into pages of a paper: on one where it is hardly smaller so, or on several.

    Raises `SizeError` where its words would be too small to read.
    """

    def __init__(self, picture: svg.Picture, paper: str) -> None:
        width, height = PAPERS[paper]
        heading, *others = (block.height for block in picture.blocks)
        down = max(heading + others[0], *others) if others else heading
        parted = any(block.apart for block in picture.blocks)
        flowing = _scale(width, height, picture.width, down)
        whole = 0 if parted else _scale(width, height, picture.width, picture.height)
        across = 0 if parted else _scale(height, width, picture.width, picture.height)
        self.picture = picture
        self.size = (width, height)
        self.scale = whole if whole > 0.8 * flowing else flowing
        if across > flowing:
            self.size, self.scale = (height, width), across
        if self.scale < _SMALLEST:
            raise SizeError(
                f"on a page of {paper} nobody could read it: start from a board nearer to the "
                "end, show fewer plies with --depth, or leave out --page"
            )
        self.parts = self._parted()

    def _parted(self) -> list[list[svg.Block]]:
        """The blocks of each page, as many as fit."""
        room = (self.size[1] - 2 * _EDGE - _FOOT) / self.scale
        parts: list[list[svg.Block]] = []
        left = 0.0
        for block in self.picture.blocks:
            if block.apart or block.height > left + 0.01 or not parts:
                parts.append([])
                left = room
            parts[-1].append(block)
            left -= block.height
        return parts

    def svg(self) -> str:
        """The one page, in millimetres. Raises `ArgumentError` where there are more."""
        if len(self.parts) > 1:
            raise ArgumentError(
                f"these are {len(self.parts)} pages, and an SVG has one: write them as one HTML "
                "file to print, with --to html, or with --to pdf"
            )
        return self._page(0, svg.by_day())

    def html(self) -> str:
        """All pages in one file, which a browser prints as they are."""
        width, height = self.size
        style = (
            f"@page{{size:{width}mm {height}mm;margin:0}}\n"
            "body{margin:0;background:#888}\n"
            "svg{display:block;margin:0 auto 4mm;background:#fff;break-after:page}\n"
            "@media print{body{background:none}svg{margin:0}svg:last-child{break-after:auto}}\n"
        ) + svg.by_day()
        # What all of them use stands in the first: a document's ids are its own.
        pages = [self._page(at, defs=at == 0) for at in range(len(self.parts))]
        return (
            '<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">\n'
            f"<title>{escape(self.picture.title)}</title>\n<style>\n{style}</style>\n"
            + "".join(pages)
        )

    def pdf(self) -> bytes:
        """All pages as PDF, drawn as lines and letters: the same bytes for the same picture.

        Raises `MissingExtraError` without fpdf2.
        """
        try:
            from fpdf import FPDF
            from fpdf.svg import SVGObject
        except ImportError as error:
            raise MissingExtraError.of("a PDF", "fpdf2", error) from None
        document = FPDF(format=self.size)
        document.set_title(self.picture.title)
        document.set_lang("en")
        document.set_creation_date(datetime(1970, 1, 1, tzinfo=UTC))  # the time would be in it
        document.set_auto_page_break(False)
        for at in range(len(self.parts)):
            # The letters that every reader of PDF brings along are those of Latin-1.
            page = self._page(at, svg.by_day()).replace("★ ", "").encode("latin-1", "replace")
            document.add_page()
            SVGObject(page.decode("latin-1")).draw_to_page(document, 0, 0)
        return bytes(document.output())

    def _page(self, at: int, style: str = "", defs: bool = True) -> str:
        """A page as SVG, in millimetres."""
        width, height = self.size
        title, foot = self.picture.title, height - _EDGE
        left = (width - self.picture.width * self.scale) / 2
        number = f"{at + 1} / {len(self.parts)}"
        drawn = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
            f'viewBox="0 0 {width} {height}" role="img" '
            f'aria-label="{escape(title)}, page {at + 1}">',
            f"<style>\n{style}</style>" if style else "",
            svg.defs(self.picture) if defs else "",
            f"<g {svg.placed(left, _EDGE, f'{self.scale:.5f}')}>",
            svg.stacked(self.parts[at]),
            "</g>",
            svg.text(_EDGE, foot, title, 3, cls="muted"),
            svg.text(width - _EDGE, foot, number, 3, cls="muted", anchor="end"),
            "</svg>\n",
        ]
        return "\n".join(part for part in drawn if part)


def _scale(width: float, height: float, wide: float, high: float) -> float:
    """How large something so wide and high can be on paper of this size."""
    room = height - 2 * _EDGE - _FOOT
    return min((width - 2 * _EDGE) / wide, room / high, _LARGEST)
