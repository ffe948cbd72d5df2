"""Columns of text, also with letters that are two columns wide."""

from __future__ import annotations

from huefall.texts.columns import align, count_fitting, pad, width


def test_every_column_ends_where_it_ends_above() -> None:
    lines = align([["玩家", "分數"], ["Alexandra", "5"], ["林小美", "120"]])
    assert lines == ["玩家       分數", "Alexandra     5", "林小美      120"]
    assert {width(line) for line in lines} == {15}


def test_a_mark_over_a_letter_takes_no_room() -> None:
    assert width("e\u0301") == 1
    assert pad("e\u0301", 3, left=True) == "  e\u0301"


def test_as_many_columns_as_fit_and_at_least_one() -> None:
    columns = [["12345"], ["1234"], ["一二"]]
    assert [count_fitting(["first"], columns, line_width) for line_width in (3, 17, 18, 24, 100)] == [1, 1, 2, 3, 3]
