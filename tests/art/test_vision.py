"""Colour science agrees with published figures of standards and papers."""

from __future__ import annotations

import pytest
from tests.art.vision import ciede2000, contrast, distance, lab, linear, luminance, seen

from huefall.art.mixing import mix
from huefall.art.sheet import MISSING_CONE

#: Sharma, Wu and Dalal 2005, table 1: two colours in L*a*b*, and their difference.
REFERENCE = (
    ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
    ((50, 3.1571, -77.2803), (50, 0, -82.7485), 2.8615),
    ((50, 2.8361, -74.0200), (50, 0, -82.7485), 3.4412),
    ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0000),
    ((50, 0, 0), (50, -1, 2), 2.3669),
    ((50, 2.4900, -0.0010), (50, -2.4900, 0.0009), 7.1792),
    ((50, 2.4900, -0.0010), (50, -2.4900, 0.0011), 7.2195),
    ((50, -0.0010, 2.4900), (50, 0.0009, -2.4900), 4.8045),
    ((50, -0.0010, 2.4900), (50, 0.0011, -2.4900), 4.7461),
    ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
    ((50, 2.5, 0), (73, 25, -18), 27.1492),
    ((50, 2.5, 0), (61, -5, 29), 22.8977),
    ((50, 2.5, 0), (56, -27, -3), 31.9030),
    ((50, 2.5, 0), (58, 24, 15), 19.4535),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((63.0109, -31.0961, -5.8663), (62.8187, -29.7946, -4.0864), 1.2630),
    ((61.2901, 3.7196, -5.3901), (61.4292, 2.2480, -4.9620), 1.8731),
    ((35.0831, -44.1164, 3.7933), (35.0232, -40.0716, 1.5901), 1.8645),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((36.4612, 47.8580, 18.3852), (36.2715, 50.5065, 21.2231), 1.4146),
    ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
    ((90.9257, -0.5406, -0.9208), (88.6381, -0.8985, -0.7239), 1.5381),
    ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
)


@pytest.mark.parametrize(("first", "second", "wanted"), REFERENCE)
def test_ciede2000_agrees_with_the_published_pairs_in_both_directions(
    first: tuple[float, float, float], second: tuple[float, float, float], wanted: float
) -> None:
    assert ciede2000(first, second) == pytest.approx(wanted, abs=5e-5)
    assert ciede2000(second, first) == pytest.approx(wanted, abs=5e-5)


def test_contrast_agrees_with_the_greys_everybody_quotes() -> None:
    assert contrast("#767676", "#FFFFFF") == pytest.approx(4.54, abs=0.005)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.005)
    assert contrast("#FFFFFF", "#FFFFFF") == 1


def test_pure_red_has_the_luminance_and_lab_of_srgb() -> None:
    assert luminance("#FF0000") == pytest.approx(0.2126)
    assert lab(linear("#FF0000")) == pytest.approx((53.24, 80.09, 67.20), abs=0.02)


def test_a_missing_cone_leaves_greys_alone() -> None:
    for sight in MISSING_CONE:
        assert distance("#808080", "#808080", sight) == 0
        assert seen("#808080", sight) == pytest.approx(linear("#808080"), abs=1e-4)


def test_red_and_green_of_one_brightness_look_alike_without_the_cone_that_separates_them() -> None:
    red, green = "#D03030", "#3E8E20"
    assert distance(red, green) > 60
    assert distance(red, green, "deutan") < distance(red, green) / 3


def test_mix_is_a_layer_of_the_second_colour() -> None:
    assert mix("#102030", "#FFFFFF", 0) == "#102030"
    assert mix("#102030", "#FFFFFF", 1) == "#FFFFFF"
    assert mix("#000000", "#FF8040", 0.5) == "#804020"
