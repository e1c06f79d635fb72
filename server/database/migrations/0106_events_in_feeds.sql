-- An office writes `status` alone, from which `enabled` follows; a trigger of named columns does not see what another trigger writes.
-- What a club withdrew is shown for a while as everybody last saw it: what is written meanwhile is not public.
ALTER TABLE events ADD COLUMN withdrawn_as jsonb;

CREATE OR REPLACE FUNCTION events_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.title_texts, NEW.description_texts, NEW.place_texts, NEW.address, NEW.time_zone, NEW.starts_at, NEW.ends_at, NEW.enabled, NEW.public_from)
    IS DISTINCT FROM
    (OLD.title_texts, OLD.description_texts, OLD.place_texts, OLD.address, OLD.time_zone, OLD.starts_at, OLD.ends_at, OLD.enabled, OLD.public_from)
  THEN
    NEW.revision := OLD.revision + 1;
    NEW.changed_at := portal_now();
    IF NEW.enabled AND NEW.public_from <= portal_now() THEN
      NEW.withdrawn_at := NULL;
      NEW.withdrawn_as := NULL;
    ELSIF OLD.enabled AND OLD.public_from <= portal_now() THEN
      NEW.withdrawn_at := portal_now();
      NEW.withdrawn_as := jsonb_build_object('title', OLD.title_texts, 'place', OLD.place_texts, 'address', OLD.address,
        'startsAt', OLD.starts_at, 'endsAt', OLD.ends_at, 'timeZone', OLD.time_zone);
    END IF;
  END IF;
  RETURN NEW;
END $$;
-- Triggers fire by name: this one after those that write `enabled` and the texts.
DROP TRIGGER events_revision ON events;
CREATE TRIGGER events_written
  BEFORE UPDATE OF title, title_texts, description, description_texts, place, place_texts, address, time_zone, starts_at, ends_at, status, enabled, public_from
  ON events FOR EACH ROW EXECUTE FUNCTION events_revision();
