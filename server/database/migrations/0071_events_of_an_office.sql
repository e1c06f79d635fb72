-- formerly 94b3dcbaf3bd445a8d51ec4b0b62da3ee970a30b6fb48bc37ee18766bc308c52
-- Events that a club's office writes. `status` is the truth; `enabled` follows it for the version before, which reads and writes only that:
-- an event that it closes becomes a draft if it never sold, and is cancelled otherwise.
ALTER TABLE events ADD COLUMN status text DEFAULT 'published' NOT NULL CHECK (status IN ('draft', 'published', 'cancelled'));
ALTER TABLE events ADD COLUMN edits integer DEFAULT 1 NOT NULL;
ALTER TABLE events ADD COLUMN published_at timestamp (3) with time zone;
-- What the club tells about the cancellation, to be read by everybody who had a place.
ALTER TABLE events ADD COLUMN cancel_texts jsonb;
ALTER TABLE events ADD COLUMN title_texts jsonb DEFAULT '{"da": ""}' NOT NULL;
ALTER TABLE events ADD COLUMN description_texts jsonb DEFAULT '{"da": ""}' NOT NULL;
ALTER TABLE events ADD COLUMN place_texts jsonb DEFAULT '{"da": ""}' NOT NULL;
ALTER TABLE events ADD COLUMN doors_at timestamp (3) with time zone;
-- A paid place can be cancelled by its buyer until so many hours before the start; null: not at all.
ALTER TABLE events ADD COLUMN refund_until_hours integer;
-- The series of memberships that make somebody a member for this event; null: every membership of the club.
ALTER TABLE events ADD COLUMN member_series text[];
ALTER TABLE events ADD COLUMN copied_from uuid REFERENCES events(id);
ALTER TABLE event_categories ADD COLUMN name_texts jsonb DEFAULT '{"da": ""}' NOT NULL;
-- Sold no longer; who has a place keeps it.
ALTER TABLE event_categories ADD COLUMN closed_at timestamp (3) with time zone;
ALTER TABLE event_pictures ADD COLUMN focal_x integer DEFAULT 50 NOT NULL CHECK (focal_x BETWEEN 0 AND 100);
ALTER TABLE event_pictures ADD COLUMN focal_y integer DEFAULT 50 NOT NULL CHECK (focal_y BETWEEN 0 AND 100);

-- Prices that count before the category's own: each until a moment, or until so many places of the category are taken. The first that still
-- counts is charged. The version before charges the category's own price.
CREATE TABLE event_phases (
  id uuid PRIMARY KEY NOT NULL,
  event_id uuid NOT NULL REFERENCES events(id),
  category_id uuid NOT NULL REFERENCES event_categories(id),
  position integer NOT NULL,
  name_texts jsonb DEFAULT '{"da": ""}' NOT NULL,
  price bigint NOT NULL,
  member_price bigint,
  until timestamp (3) with time zone,
  places integer,
  -- Taken away by the club; kept for the places sold at its price.
  removed_at timestamp (3) with time zone
);
CREATE INDEX event_phases_category ON event_phases (category_id, position);
CREATE INDEX event_phases_event ON event_phases (event_id);
ALTER TABLE event_entries ADD COLUMN phase_id uuid REFERENCES event_phases(id);

CREATE FUNCTION events_enabled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NOT NEW.enabled AND NEW.status = 'published' THEN NEW.status := 'draft'; END IF;
  ELSIF NEW.enabled IS DISTINCT FROM OLD.enabled AND NEW.status = OLD.status THEN
    NEW.status := CASE WHEN NEW.enabled THEN 'published' WHEN NEW.sold + NEW.held > 0 THEN 'cancelled' ELSE 'draft' END;
  END IF;
  NEW.enabled := NEW.status = 'published';
  IF NEW.enabled AND NEW.published_at IS NULL THEN NEW.published_at := portal_now(); END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER events_enabled BEFORE INSERT OR UPDATE OF enabled, status ON events FOR EACH ROW EXECUTE FUNCTION events_enabled();

-- Whoever writes only the Danish text writes both.
CREATE FUNCTION events_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.title_texts ->> 'da' IS DISTINCT FROM NEW.title THEN NEW.title_texts := local_text(NEW.title, ''); END IF;
  IF NEW.description_texts ->> 'da' IS DISTINCT FROM NEW.description THEN NEW.description_texts := local_text(NEW.description, ''); END IF;
  IF NEW.place_texts ->> 'da' IS DISTINCT FROM NEW.place THEN NEW.place_texts := local_text(NEW.place, ''); END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER events_texts BEFORE INSERT OR UPDATE OF title, description, place ON events FOR EACH ROW EXECUTE FUNCTION events_texts();

CREATE FUNCTION event_categories_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.name_texts ->> 'da' IS DISTINCT FROM NEW.name THEN NEW.name_texts := local_text(NEW.name, ''); END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER event_categories_texts BEFORE INSERT OR UPDATE OF name, name_texts ON event_categories
  FOR EACH ROW EXECUTE FUNCTION event_categories_texts();

--> in batches of events
UPDATE events SET title_texts = local_text(title, ''), description_texts = local_text(description, ''), place_texts = local_text(place, ''),
  published_at = CASE WHEN enabled THEN created_at END,
  status = CASE WHEN enabled THEN 'published'
    WHEN EXISTS (SELECT FROM event_entries WHERE event_id = events.id AND status IN ('held', 'paid')) THEN 'cancelled' ELSE 'draft' END
WHERE id = ANY ($1);

--> in batches of event_categories
UPDATE event_categories SET name_texts = local_text(name, '') WHERE id = ANY ($1);
