-- formerly 5191de40234aeca29b8eec523ab5b5aeacb32f3490eb9517d6d93b387a812303
-- What an office does with registrations. Present: seen at the door.
ALTER TABLE event_entries ADD COLUMN present_at timestamp (3) with time zone;
ALTER TABLE event_entries ADD COLUMN present_by uuid;
-- Added by an office, and what was paid to the club outside the portal. Null: bought on the portal.
ALTER TABLE event_entries ADD COLUMN added_by uuid;
ALTER TABLE event_entries ADD COLUMN added_reason text;
ALTER TABLE event_entries ADD COLUMN hand_method text
  CONSTRAINT event_entries_hand_method CHECK (hand_method IN ('free', 'cash', 'bank_transfer', 'mobilepay'));
ALTER TABLE event_entries ADD COLUMN hand_amount bigint CONSTRAINT event_entries_hand_amount CHECK (hand_amount >= 0);
-- When the club has paid it back, after the place was cancelled.
ALTER TABLE event_entries ADD COLUMN hand_returned_at timestamp (3) with time zone;

-- By what a list of 100,000 is sorted, filtered and added up: the person's name and birth date as they are now, and the line's total.
ALTER TABLE event_entries ADD COLUMN sort_name text DEFAULT '' NOT NULL;
ALTER TABLE event_entries ADD COLUMN sort_born date;
ALTER TABLE event_entries ADD COLUMN sort_total bigint DEFAULT 0 NOT NULL;

-- The last name first; Danish letters stand at the end of the alphabet, accents are dropped.
CREATE FUNCTION name_to_sort(first_name text, last_name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT translate(lower(trim(last_name || ' ' || first_name)), 'æøåäöáàâéèêëíóôúüý', '{|}{|aaaeeeeioouuy') $$;

CREATE FUNCTION event_entries_sorted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT name_to_sort(first_name, last_name), date_of_birth INTO NEW.sort_name, NEW.sort_born FROM members WHERE id = NEW.member_id;
  NEW.sort_name := coalesce(NEW.sort_name, '');
  NEW.sort_total := coalesce((SELECT total FROM order_lines WHERE entry_id = NEW.id), 0);
  RETURN NEW;
END $$;
CREATE TRIGGER event_entries_sorted BEFORE INSERT ON event_entries FOR EACH ROW EXECUTE FUNCTION event_entries_sorted();

CREATE FUNCTION members_sorted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE event_entries SET sort_name = name_to_sort(NEW.first_name, NEW.last_name), sort_born = NEW.date_of_birth WHERE member_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER members_sorted AFTER UPDATE OF first_name, last_name, date_of_birth ON members FOR EACH ROW
  WHEN ((OLD.first_name, OLD.last_name, OLD.date_of_birth) IS DISTINCT FROM (NEW.first_name, NEW.last_name, NEW.date_of_birth))
  EXECUTE FUNCTION members_sorted();

--> in batches of event_entries
UPDATE event_entries SET sort_name = name_to_sort(first_name, last_name), sort_born = date_of_birth,
  sort_total = coalesce((SELECT total FROM order_lines WHERE entry_id = event_entries.id), 0)
FROM members WHERE members.id = member_id AND event_entries.id = ANY ($1);

--> concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS event_entries_names ON event_entries USING btree (event_id, sort_name, id) WHERE status <> 'released';
