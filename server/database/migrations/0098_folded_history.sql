-- A draft is saved at every pause of its author: what they change within ten minutes is one row, which is written anew meanwhile.
CREATE FUNCTION office_history_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.name = 'event_changed' AND OLD.at > portal_now() - interval '10 minutes'
    AND (NEW.id, NEW.at, NEW.org_id, NEW.actor_id, NEW.by_operator, NEW.name, NEW.thing, NEW.thing_id, NEW.reason)
      IS NOT DISTINCT FROM
      (OLD.id, OLD.at, OLD.org_id, OLD.actor_id, OLD.by_operator, OLD.name, OLD.thing, OLD.thing_id, OLD.reason)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'What was done is written once and never changed';
END $$;
DROP TRIGGER office_history_stands ON office_history;
CREATE TRIGGER office_history_stands BEFORE UPDATE OR DELETE ON office_history FOR EACH ROW EXECUTE FUNCTION office_history_stands();
