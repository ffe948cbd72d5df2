"""``append_1``: the function of the database by which a node appends. Tested in tests/server/store/postgres/test_appender.py.

One call is one transaction. Streams are updated in the order given, which is that of their names, so that two nodes never
wait for each other: the plan must be a loop over the arguments, whence the settings of the planner.
"""

from __future__ import annotations

CREATE_APPEND_1 = """
CREATE FUNCTION huefall.append_1(
    -- Streams that exist, in order of their names: what the node believes, and what they become.
    ids bigint[], old_lasts int[], old_hashes bytea[],
    held_epochs bigint[],  -- NULL: not fenced
    next_lasts int[], next_hashes bytea[], next_times bigint[],
    -- New streams, in order of their names.
    names text[], first_lasts int[], first_hashes bytea[], first_times bigint[], last_times bigint[],
    owners bigint[],       -- NULL: not owned by a node
    -- Entries; the place is that of the stream among the existing ones and then the new ones, from 1.
    places int[], numbers int[], times bigint[], versions int[], contents bytea[], entry_hashes bytea[]
) RETURNS bigint[]         -- the ids of the new streams
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_hashjoin = off
SET enable_mergejoin = off
SET enable_seqscan = off
AS $$
DECLARE
    new_ids bigint[] := '{}';
    found_count int;
BEGIN
    IF cardinality(ids) > 0 THEN
        UPDATE huefall.streams AS stream
        SET last = batch.next_last, hash = batch.next_hash, changed = batch.next_time
        FROM unnest(ids, old_lasts, old_hashes, held_epochs, next_lasts, next_hashes, next_times)
            AS batch (id, old_last, old_hash, held_epoch, next_last, next_hash, next_time)
        WHERE stream.id = batch.id AND stream.last = batch.old_last AND stream.hash = batch.old_hash
            AND stream.epoch = coalesce(batch.held_epoch, stream.epoch);
        GET DIAGNOSTICS found_count = ROW_COUNT;
        IF found_count <> cardinality(ids) THEN
            RAISE EXCEPTION 'a stream is not as the node believes' USING ERRCODE = 'HF001';
        END IF;
    END IF;
    IF cardinality(names) > 0 THEN
        WITH added AS (
            INSERT INTO huefall.streams (name, last, hash, began, changed, owner, epoch)
            SELECT batch.name, batch.last, batch.hash, batch.began, batch.changed, batch.owner,
                CASE WHEN batch.owner IS NULL THEN 0 ELSE 1 END
            FROM unnest(names, first_lasts, first_hashes, first_times, last_times, owners)
                AS batch (name, last, hash, began, changed, owner)
            RETURNING streams.id, streams.name
        )
        SELECT array_agg(added.id ORDER BY added.name) INTO new_ids FROM added;
        ids := ids || new_ids;
    END IF;
    INSERT INTO huefall.entries (stream, number, at, version, data, hash)
    SELECT ids[batch.place], batch.number, batch.at, batch.version, batch.data, batch.hash
    FROM unnest(places, numbers, times, versions, contents, entry_hashes)
        AS batch (place, number, at, version, data, hash);
    RETURN new_ids;
END
$$
"""
