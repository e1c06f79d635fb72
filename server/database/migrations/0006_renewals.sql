-- Renewals: which seasons follow each other, cards kept at the gateway, what renews by itself, and what was charged for it.

-- Seasons of one kind. Whoever does not name theirs gets it from the name without its years.
CREATE FUNCTION portal_series(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(regexp_replace(lower(name), '[0-9]+([^[:alnum:][:space:]]+[0-9]+)*', '', 'g'), '\s+', ' ', 'g'))
$$;
ALTER TABLE membership_configurations ADD COLUMN series text DEFAULT '' NOT NULL;
UPDATE membership_configurations SET series = portal_series(name);
CREATE FUNCTION membership_configurations_series() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.series := portal_series(NEW.name);
  RETURN NEW;
END $$;
CREATE TRIGGER membership_configurations_series BEFORE INSERT ON membership_configurations
  FOR EACH ROW WHEN (NEW.series = '') EXECUTE FUNCTION membership_configurations_series();

ALTER TABLE orders ADD COLUMN auto_renewal boolean DEFAULT false NOT NULL;
ALTER TABLE orders ADD COLUMN renewal_until timestamp (3) with time zone;

CREATE TABLE saved_cards (
  id uuid PRIMARY KEY NOT NULL,
  org_id uuid NOT NULL,
  member_id uuid NOT NULL,
  provider text DEFAULT 'freepay' NOT NULL,
  saved_card_identifier text NOT NULL,
  label text NOT NULL,
  expires text NOT NULL,
  unused_since timestamp (3) with time zone,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  deleted_at timestamp (3) with time zone,
  gateway_deleted_at timestamp (3) with time zone,
  CONSTRAINT saved_cards_identifier UNIQUE(provider,saved_card_identifier)
);
ALTER TABLE saved_cards ADD CONSTRAINT saved_cards_org_id_organisations_id_fk FOREIGN KEY (org_id) REFERENCES organisations(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE saved_cards ADD CONSTRAINT saved_cards_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE no action ON UPDATE no action;
CREATE INDEX saved_cards_member ON saved_cards USING btree (member_id) WHERE deleted_at is null;
CREATE INDEX saved_cards_org ON saved_cards USING btree (org_id,member_id) WHERE deleted_at is null;

CREATE INDEX memberships_saved_card ON memberships USING btree (saved_card_identifier) WHERE saved_card_identifier is not null;
CREATE INDEX membership_terms_start ON membership_terms USING btree (start_date) WHERE status = 'active';

-- One charge for each payer, club and last day; its renewals are the people on it. Both name members and memberships without
-- foreign keys: one statement writes a hundred thousand, and has just read the rows that it names.
CREATE TABLE renewal_charges (
  id uuid PRIMARY KEY NOT NULL,
  org_id uuid NOT NULL,
  payer_id uuid NOT NULL,
  end_date date NOT NULL,
  status text DEFAULT 'announced' NOT NULL,
  next_try date,
  tries integer DEFAULT 0 NOT NULL,
  tried_at timestamp (3) with time zone,
  order_id uuid,
  round integer DEFAULT 1 NOT NULL,
  told boolean DEFAULT false NOT NULL,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  CONSTRAINT renewal_charges_payer UNIQUE(payer_id,org_id,end_date)
);
CREATE INDEX renewal_charges_due ON renewal_charges USING btree (next_try) WHERE next_try is not null;
CREATE INDEX renewal_charges_untold ON renewal_charges USING btree (org_id,end_date) WHERE not told;
CREATE INDEX renewal_charges_order ON renewal_charges USING btree (order_id) WHERE order_id is not null;

CREATE TABLE renewals (
  id uuid PRIMARY KEY NOT NULL,
  charge_id uuid NOT NULL,
  org_id uuid NOT NULL,
  member_id uuid NOT NULL,
  membership_id uuid NOT NULL,
  configuration_id uuid NOT NULL,
  year integer NOT NULL,
  amount bigint NOT NULL,
  withdrawn_at timestamp (3) with time zone,
  withdrawn_because text,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  CONSTRAINT renewals_member UNIQUE(member_id,org_id,year)
);
CREATE INDEX renewals_charge ON renewals USING btree (charge_id);

-- Whose membership is about to be renewed by itself, so that nobody reminds them.
CREATE VIEW renewals_under_way AS
  SELECT renewals.membership_id, charges.end_date
  FROM renewals JOIN renewal_charges charges ON charges.id = renewals.charge_id
  WHERE renewals.withdrawn_at IS NULL AND charges.status IN ('announced', 'failing');

-- Work that is done once on each day in Copenhagen, and the last day on which it was.
CREATE TABLE daily_jobs (
  name text PRIMARY KEY NOT NULL,
  day date NOT NULL
);
