-- Who was erased: ids only, applied again after a restore. The hashes of their sign-ins go after a day; until then a page that is still open
-- does not make them a member again.
CREATE TABLE erasures (
  member_id uuid PRIMARY KEY,
  erased_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  sign_ins text[] DEFAULT '{}' NOT NULL
);
CREATE INDEX erasures_sign_ins ON erasures USING gin (sign_ins) WHERE sign_ins <> '{}';

-- A person's own action waits for no club. The version before reads those of a club.
ALTER TABLE delayed_actions ALTER COLUMN org_id DROP NOT NULL;
ALTER TABLE delayed_actions DROP CONSTRAINT delayed_actions_kind_check;
ALTER TABLE delayed_actions ADD CONSTRAINT delayed_actions_kind_check CHECK (kind IN ('refund', 'answer', 'move', 'erase')) NOT VALID;

-- What is held about a person, as a file beside the lists of clubs.
ALTER TABLE exports ALTER COLUMN org_id DROP NOT NULL;
ALTER TABLE exports ADD COLUMN member_id uuid;
ALTER TABLE exports DROP CONSTRAINT exports_format;
ALTER TABLE exports ADD CONSTRAINT exports_format CHECK (format IN ('csv', 'xlsx', 'zip')) NOT VALID;
ALTER TABLE exports ADD CONSTRAINT exports_of_one CHECK (num_nonnulls(org_id, member_id) = 1) NOT VALID;
CREATE INDEX exports_of_person ON exports USING btree (member_id, created_at) WHERE member_id IS NOT NULL;

-- What was done stands for years; who did it, or for whom, can be erased.
CREATE OR REPLACE FUNCTION acts_stand() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('portal.erasing', true) = 'on' AND OLD.at < portal_now() - interval '5 years' THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND current_setting('portal.erasing', true) = 'on'
    AND (NEW.id, NEW.at, NEW.actor_id, NEW.subject_id, NEW.acting_as, NEW.name)
      IS NOT DISTINCT FROM (OLD.id, OLD.at, OLD.actor_id, OLD.subject_id, OLD.acting_as, OLD.name)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'What was done is written once and never changed';
END $$;

CREATE OR REPLACE FUNCTION office_history_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
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
