-- Calendars take a change only with a higher number, and show for a while what a club withdrew. Counted by the database, because the version
-- before and whoever edits rows by hand change events, too.
ALTER TABLE events ADD COLUMN revision integer DEFAULT 0 NOT NULL;
-- Null: never changed since `created_at`.
ALTER TABLE events ADD COLUMN changed_at timestamp (3) with time zone;
-- When an event that everybody saw was closed or hidden; null while it is shown, and for what never was.
ALTER TABLE events ADD COLUMN withdrawn_at timestamp (3) with time zone;

CREATE FUNCTION events_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.title, NEW.description, NEW.place, NEW.address, NEW.time_zone, NEW.starts_at, NEW.ends_at, NEW.enabled, NEW.public_from)
    IS DISTINCT FROM (OLD.title, OLD.description, OLD.place, OLD.address, OLD.time_zone, OLD.starts_at, OLD.ends_at, OLD.enabled, OLD.public_from)
  THEN
    NEW.revision := OLD.revision + 1;
    NEW.changed_at := portal_now();
    IF NEW.enabled AND NEW.public_from <= portal_now() THEN
      NEW.withdrawn_at := NULL;
    ELSIF OLD.enabled AND OLD.public_from <= portal_now() THEN
      NEW.withdrawn_at := portal_now();
    END IF;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER events_revision
  BEFORE UPDATE OF title, description, place, address, time_zone, starts_at, ends_at, enabled, public_from ON events
  FOR EACH ROW EXECUTE FUNCTION events_revision();
