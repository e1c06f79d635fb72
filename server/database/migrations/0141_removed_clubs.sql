-- A club that moved to another installation is removed with its history, when the transaction names it. Who removed it is written without a club.
CREATE OR REPLACE FUNCTION office_history_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('portal.removed_club', true) = OLD.org_id::text THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'DELETE' AND current_setting('portal.erasing', true) = 'on' AND OLD.at < portal_now() - interval '10 years' THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE'
    AND (OLD.name = 'event_changed' AND OLD.at > portal_now() - interval '10 minutes'
        AND NEW.reason IS NOT DISTINCT FROM OLD.reason
      OR current_setting('portal.erasing', true) = 'on')
    AND (NEW.id, NEW.at, NEW.org_id, NEW.actor_id, NEW.by_operator, NEW.name, NEW.thing, NEW.thing_id)
      IS NOT DISTINCT FROM
      (OLD.id, OLD.at, OLD.org_id, OLD.actor_id, OLD.by_operator, OLD.name, OLD.thing, OLD.thing_id)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'What was done is written once and never changed';
END $$;
