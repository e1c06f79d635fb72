-- How many places unpaid orders hold is counted where it is sold, so that asking costs the same however many there are.
ALTER TABLE events ADD COLUMN held integer DEFAULT 0 NOT NULL;
ALTER TABLE event_categories ADD COLUMN held integer DEFAULT 0 NOT NULL;
ALTER TABLE event_pools ADD COLUMN held integer DEFAULT 0 NOT NULL;

-- Counted by the database, because the version before writes holds too while an update rolls. Events change in the order of their
-- ids, as they are locked. A hold counts until it becomes a ticket or is let go of, also when it has run out.
CREATE FUNCTION count_held_places(of_event uuid, of_category uuid, of_pool uuid, more integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE events SET held = held + more WHERE id = of_event;
  UPDATE event_categories SET held = held + more WHERE id = of_category;
  IF of_pool IS NOT NULL THEN
    UPDATE event_pools SET held = held + more WHERE id = of_pool;
  END IF;
END $$;

CREATE FUNCTION event_entries_held() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_held_places(event_id, category_id, pool_id, places) FROM (
    SELECT event_id, category_id, pool_id, count(*)::integer AS places
    FROM added WHERE status = 'held' GROUP BY 1, 2, 3 ORDER BY 1
  ) moved;
  RETURN NULL;
END $$;
CREATE TRIGGER event_entries_held AFTER INSERT ON event_entries
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION event_entries_held();

CREATE FUNCTION event_entries_held_anew() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_held_places(event_id, category_id, pool_id, places) FROM (
    SELECT event_id, category_id, pool_id, sum(places)::integer AS places FROM (
      SELECT event_id, category_id, pool_id, 1 AS places FROM after WHERE status = 'held'
      UNION ALL SELECT event_id, category_id, pool_id, -1 FROM before WHERE status = 'held'
    ) changed GROUP BY 1, 2, 3 HAVING sum(places) <> 0 ORDER BY 1
  ) moved;
  RETURN NULL;
END $$;
CREATE TRIGGER event_entries_held_anew AFTER UPDATE ON event_entries
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION event_entries_held_anew();

UPDATE events SET held = places FROM (
  SELECT event_id, count(*) AS places FROM event_entries WHERE status = 'held' GROUP BY 1
) counted WHERE events.id = event_id;
UPDATE event_categories SET held = places FROM (
  SELECT category_id, count(*) AS places FROM event_entries WHERE status = 'held' GROUP BY 1
) counted WHERE event_categories.id = category_id;
UPDATE event_pools SET held = places FROM (
  SELECT pool_id, count(*) AS places FROM event_entries WHERE status = 'held' GROUP BY 1
) counted WHERE event_pools.id = pool_id;

-- A line may stand before the place that it names: places are taken last, and all that comes with them is written by then.
ALTER TABLE order_lines ALTER CONSTRAINT order_lines_entry_id_fkey DEFERRABLE INITIALLY DEFERRED;
