"""A review as one page that needs nothing else: no network, no other files. It works without scripts, and moves with them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from html import escape
from importlib import resources

from huefall.review.cells import Cells
from huefall.review.graph import graph_svg, mark_svg, marks, pattern_svg
from huefall.review.model import Mistake, Review, RoundReview, Summary, TurningPoint
from huefall.review.thumbnails import Thumbnails
from huefall.review.wording import Words
from huefall.texts import Catalogue

#: Columns of the table of players after the name, as the catalogues name them.
COLUMNS = ("score", "won", "accuracy", "loss", "mistakes", "blunders")

#: What makes up a result.
PARTS = ("start", "deal", "draws", "own", "others", "result")


def write_page(review: Review, catalogue: Catalogue) -> str:
    """Write the page."""
    return _Page(review, catalogue).write()


class _Page:
    def __init__(self, review: Review, catalogue: Catalogue) -> None:
        self.review = review
        self.words = Words(review, catalogue)
        self.marks = [mark_svg(mark) for mark in marks(review.theme, len(review.summary))]
        self.cards = Thumbnails(review.theme)
        self.cells = Cells(self.words)

    def write(self) -> str:
        text = self.words.text
        title = f"{text('review.title')} · {self.words.edition()}"
        rounds = "".join(self._round(played) for played in self.review.rounds)  # draws the cards the styles need
        body = (
            f"<header><h1>{escape(text('review.title'))}</h1><p>{escape(self.words.edition())} · {escape(self.words.result())}</p></header>"
            f"<main>{self._overview()}{self._choose_round()}{rounds}{self._notes()}</main>"
            f"<footer><p>{escape(text('notice.independent'))}</p></footer>"
        )
        return (
            f'<!doctype html>\n<html lang="{escape(self.words.catalogue.language)}"><head><meta charset="utf-8">'
            f'<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark light">'
            f"<title>{escape(title)}</title><style>{_asset('page.css')}{self._colors()}{self.cards.css()}</style></head>"
            f"<body>{pattern_svg(marks(self.review.theme, len(self.review.summary)))}{body}"
            f'<script type="application/json" id="data">{self._data()}</script><script>{_asset("page.js")}</script></body></html>\n'
        )

    def _colors(self) -> str:
        found = marks(self.review.theme, len(self.review.summary))
        return "".join(f".seat{seat} i{{background:{mark.field}}}" for seat, mark in enumerate(found))

    # The match

    def _overview(self) -> str:
        text = self.words.text
        found = f"<section><h2>{escape(text('review.players'))}</h2>{self._players(self.review.summary)}</section>"
        if len(self.review.rounds) > 1:
            found += self._parts(self.review.summary)
            turns = "".join(self._turn(turn, with_round=True) for turn in self.review.turning_points)
            found += self._list("review.turning", turns, "review.turning.none")
        return found

    def _players(self, summary: Sequence[Summary]) -> str:
        text = self.words.text
        head = _row("th", [text("review.player"), *(text(f"review.{name}") for name in COLUMNS)], scope="col")
        rows = []
        for each in summary:
            cells = [
                str(self.review.scores[each.seat]),
                str(self.review.rounds_won(each.seat)),
                self.words.percent(each.accuracy),
                self.words.points(each.average_loss),
                str(each.mistakes),
                str(each.blunders),
            ]
            named = zip(COLUMNS, cells, strict=True)
            tds = "".join(
                f'<td data-name="{escape(text(f"review.{name}"))}">{escape(cell)}</td>' for name, cell in named
            )
            rows.append(f"<tr>{self._name_cell(each.seat, with_level=True)}{tds}</tr>")
        return f'<table class="stats"><thead>{head}</thead><tbody>{"".join(rows)}</tbody></table>'

    def _name_cell(self, seat: int, *, with_level: bool = False) -> str:
        name = escape(self.words.player(seat, with_level=with_level))
        return f'<th scope="row" class="name">{self.marks[seat]}<span>{name}</span></th>'

    def _parts(self, summary: Sequence[Summary], level: int = 2) -> str:
        text = self.words.text
        title = text("review.parts" if summary[0].rounds == 1 else "review.parts.rounds")
        head = _row("th", [text("review.player"), *(text(f"review.{name}") for name in PARTS)], scope="col")
        said = [text("review.parts.text"), *self.words.open_result(summary)]
        explained = "".join(f"<p>{escape(each)}</p>" for each in said)
        rows = "".join(
            f"<tr>{self._name_cell(each.seat)}{self.cells.parts(each, summary, PARTS)}</tr>" for each in summary
        )
        return (
            f"<section><h{level}>{escape(title)}</h{level}>{explained}"
            f'<table class="stats parts"><thead>{head}</thead><tbody>{rows}</tbody></table></section>'
        )

    def _choose_round(self) -> str:
        if len(self.review.rounds) < 2:
            return ""
        buttons = []
        for played in self.review.rounds:
            won = "" if played.winner is None else self.marks[played.winner]
            buttons.append(
                f'<li><button type="button" data-round="{played.round}" aria-label="{escape(self.words.round(played))}">'
                f"{played.round}{won}</button></li>"
            )
        title = escape(self.words.text("review.rounds"))
        return f'<nav class="rounds" aria-label="{title}"><h2>{title}</h2><ul>{"".join(buttons)}</ul></nav>'

    def _notes(self) -> str:
        notes = "".join(f"<p>{escape(note)}</p>" for note in self.words.notes())
        return f"<section class='notes'><h2>{escape(self.words.text('review.notes'))}</h2>{notes}</section>"

    # A round

    def _round(self, played: RoundReview) -> str:
        text = self.words.text
        turns = "".join(self._turn(turn, at + 1) for at, turn in enumerate(played.turning_points))
        mistakes = "".join(self._mistake(mistake) for mistake in played.mistakes)
        parts = self._parts(played.summary, 3)
        return (
            f'<section class="round" id="round{played.round}" data-round="{played.round}">'
            f'<h2 tabindex="-1">{escape(self.words.round(played))}</h2>'
            f'<div class="panel"><div class="figure"><h3>{escape(text("review.graph"))}</h3>{self._graph(played)}{self._stepper(played)}</div>'
            f"{self._standing(played)}</div>"
            f'<div class="columns">{self._list("review.turning", turns, "review.turning.none", 3)}'
            f"{self._list('review.better', mistakes, 'review.better.none', 3)}</div>{parts}{self._table(played)}</section>"
        )

    def _graph(self, played: RoundReview) -> str:
        last = max(1, len(played.steps) - 1)
        pins = "".join(
            f'<span class="pin" style="left:{100 * turn.step / last:.2f}%" aria-hidden="true"><b>{at}</b></span>'
            for at, turn in enumerate(played.turning_points, 1)
        )
        axis = "".join(
            f'<span style="bottom:{each}%">{escape(self.words.percent(each / 100))}</span>'
            for each in (0, 25, 50, 75, 100)
        )
        svg = graph_svg(played, self.words.text("review.graph"), self.words.text("review.graph.text"))
        return f'<div class="graph"><div class="axis" aria-hidden="true">{axis}</div><div class="field">{svg}{pins}<span class="here"></span></div></div>'

    def _stepper(self, played: RoundReview) -> str:
        last = len(played.steps) - 1
        text = self.words.text
        return (
            f'<div class="stepper"><button type="button" class="back" aria-label="{escape(text("replay.previous"))}">←</button>'
            f'<input type="range" min="0" max="{last}" value="{last}" aria-label="{escape(text("review.slider"))}">'
            f'<button type="button" class="on" aria-label="{escape(text("replay.next"))}">→</button></div>'
            f'<p class="said" aria-live="polite"></p><p class="hint">{escape(text("review.keys"))}</p>'
        )

    def _standing(self, played: RoundReview) -> str:
        """Write the chances at one step, the last one; the script shows others."""
        point = played.steps[-1]
        rows = []
        for seat, mark in enumerate(self.marks):
            rows.append(
                f'<li><span class="who">{mark}<span>{escape(self.words.player(seat))}</span></span>'
                f'<span class="number"><b>{escape(self.words.percent(point.chances[seat]))}</b> '
                f"<small>{escape(self.words.range(point.low[seat], point.high[seat]))}</small></span>"
                f'<span class="bar seat{seat}" aria-hidden="true"><i style="width:{100 * point.chances[seat]:.1f}%"></i>'
                f'<u style="left:{100 * point.low[seat]:.1f}%;width:{100 * (point.high[seat] - point.low[seat]):.1f}%"></u></span></li>'
            )
        return f'<ul class="standing">{"".join(rows)}</ul>'

    def _list(self, title: str, items: str, none: str, level: int = 2) -> str:
        text = self.words.text
        found = f'<ol class="moments">{items}</ol>' if items else f"<p>{escape(text(none))}</p>"
        return f"<section><h{level}>{escape(text(title))}</h{level}>{found}</section>"

    def _turn(self, turn: TurningPoint, number: int = 0, *, with_round: bool = False) -> str:
        place = self.words.place(turn) if with_round else self.words.text("review.step", amount=turn.step)
        badge = f'<b class="badge">{number}</b>' if number else ""
        sign = "up" if turn.whole > 0 else "down"
        return (
            f'<li><button type="button" data-round="{turn.round}" data-step="{turn.step}">{badge}'
            f'<span class="what"><small>{escape(place)} · {escape(self.words.step(turn))}</small>'
            f"<span>{self.marks[turn.subject]} {escape(self.words.turn(turn))}</span></span>"
            f'<b class="change {sign}">{escape(self.words.signed(turn.whole))}</b></button></li>'
        )

    def _mistake(self, mistake: Mistake) -> str:
        place = self.words.decision(mistake)
        grade = self.words.text(f"review.grade.{mistake.grade}")
        return (
            f'<li><button type="button" data-round="{mistake.round}" data-step="{mistake.decided_at}">'
            f"{self.cards.pair(mistake.sentence, mistake.better)}"
            f'<span class="what"><small>{escape(place)} · {self.marks[mistake.seat]} {escape(self.words.step(mistake))}</small>'
            f'<span><b class="{mistake.grade}">{escape(grade)}</b> {escape(self.words.better(mistake))}</span></span>'
            f'<b class="change up">{escape(self.words.signed(mistake.gain))}</b></button></li>'
        )

    def _table(self, played: RoundReview) -> str:
        text = self.words.text
        head = _row(
            "th", [text("review.slider"), *(self.words.player(seat) for seat in range(len(self.marks)))], scope="col"
        )
        rows = []
        for point in played.steps:
            what = f"{point.step} · {self.words.step(point)}"
            cells = "".join(
                f"<td>{escape(self.words.percent(chance))} <small>{escape(self.words.range(low, high))}</small></td>"
                for chance, low, high in zip(point.chances, point.low, point.high, strict=True)
            )
            rows.append(f'<tr data-step="{point.step}"><th scope="row">{escape(what)}</th>{cells}</tr>')
        return (
            f'<details><summary>{escape(text("review.table"))}</summary><div class="scroll" tabindex="0" role="group" '
            f'aria-label="{escape(text("review.table"))}"><table class="steps"><thead>{head}</thead><tbody>{"".join(rows)}</tbody></table></div></details>'
        )

    def _data(self) -> str:
        """Write what the script needs; no text can end the element it stands in."""
        rounds = [
            [
                [self.words.text("review.step", amount=point.step) + " · " + self.words.step(point)]
                + [
                    [self.words.percent(mean), self.words.range(low, high), mean, low, high]
                    for mean, low, high in zip(point.chances, point.low, point.high, strict=True)
                ]
                for point in played.steps
            ]
            for played in self.review.rounds
        ]
        return json.dumps(rounds, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _row(tag: str, cells: Iterable[str], **attributes: str) -> str:
    written = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return "<tr>" + "".join(f"<{tag}{written}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"


def _asset(name: str) -> str:
    return resources.files("huefall.review").joinpath(name).read_text(encoding="utf-8")
