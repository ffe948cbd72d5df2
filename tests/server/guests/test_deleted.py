"""Ids and the name of deleted guests can be nobody else's."""

from __future__ import annotations

from huefall.protocol.names import tidy_name
from huefall.server.guests.deleted import DELETED_NAME, is_deleted_id, new_deleted_id
from huefall.server.ops.tokens import new_guest_id, new_token, split_token


def test_no_guest_can_have_the_name_or_the_id_of_a_deleted_one() -> None:
    assert tidy_name(DELETED_NAME) is None
    assert not is_deleted_id(new_guest_id())
    assert split_token(new_token(new_deleted_id())) is None
    assert new_deleted_id() != new_deleted_id()
