-- The tables of the first story: organisations, members, memberships, orders, payments, notifications, events.
CREATE TABLE organisations (
  id uuid PRIMARY KEY NOT NULL,
  key text NOT NULL,
  name text NOT NULL,
  description_da text DEFAULT '' NOT NULL,
  description_en text DEFAULT '' NOT NULL,
  city text DEFAULT '' NOT NULL,
  address text DEFAULT '' NOT NULL,
  cvr text,
  contact_email text NOT NULL,
  website text,
  hue integer DEFAULT 200 NOT NULL,
  grace_days integer DEFAULT 31 NOT NULL,
  enabled boolean DEFAULT true NOT NULL,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  CONSTRAINT organisations_key_unique UNIQUE(key)
);

CREATE TABLE payment_configurations (
  id uuid PRIMARY KEY NOT NULL,
  org_id uuid NOT NULL,
  provider text DEFAULT 'freepay' NOT NULL,
  key_encrypted text NOT NULL,
  test_mode boolean DEFAULT false NOT NULL,
  currency_symbol text DEFAULT 'DKK' NOT NULL,
  enabled boolean DEFAULT true NOT NULL,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  CONSTRAINT payment_configurations_org_provider UNIQUE(org_id,provider)
);

CREATE TABLE family_invitations (
  id uuid PRIMARY KEY NOT NULL,
  inviter_id uuid NOT NULL,
  invitee_id uuid,
  invitee_email text NOT NULL,
  family_id uuid NOT NULL,
  status text DEFAULT 'pending' NOT NULL,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  answered_at timestamp (3) with time zone
);

CREATE TABLE member_identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  member_id uuid NOT NULL,
  roles_seen jsonb DEFAULT '[]'::jsonb NOT NULL,
  first_seen_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  last_seen_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  CONSTRAINT member_identities_issuer_subject_pk PRIMARY KEY(issuer,subject)
);

CREATE TABLE members (
  id uuid PRIMARY KEY NOT NULL,
  parent_id uuid,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text,
  phone text DEFAULT '' NOT NULL,
  gender text DEFAULT '' NOT NULL,
  date_of_birth date,
  profile_image text,
  address_line1 text DEFAULT '' NOT NULL,
  address_line2 text DEFAULT '' NOT NULL,
  address_line3 text DEFAULT '' NOT NULL,
  city text DEFAULT '' NOT NULL,
  post_code text DEFAULT '' NOT NULL,
  country text DEFAULT '' NOT NULL,
  enabled boolean DEFAULT true NOT NULL,
  comments text DEFAULT '' NOT NULL,
  language text,
  registration_date timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  update_date timestamp (3) with time zone DEFAULT portal_now() NOT NULL
);

CREATE TABLE membership_configurations (
  id uuid PRIMARY KEY NOT NULL,
  org_id uuid NOT NULL,
  name text NOT NULL,
  price bigint NOT NULL,
  vat_rate numeric(6, 3) DEFAULT 0 NOT NULL,
  surcharge bigint DEFAULT 0 NOT NULL,
  currency text DEFAULT 'DKK' NOT NULL,
  start_date date NOT NULL,
  end_date date NOT NULL,
  offer_start_date date NOT NULL,
  combinable boolean DEFAULT false NOT NULL,
  enabled boolean DEFAULT true NOT NULL,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL
);

CREATE TABLE membership_terms (
  id uuid PRIMARY KEY NOT NULL,
  membership_id uuid NOT NULL,
  org_id uuid NOT NULL,
  member_id uuid NOT NULL,
  configuration_id uuid NOT NULL,
  order_id uuid,
  membership_for integer NOT NULL,
  start_date date NOT NULL,
  end_date date NOT NULL,
  gdpr_agreement boolean DEFAULT false NOT NULL,
  status text DEFAULT 'held' NOT NULL,
  reserved_until timestamp (3) with time zone,
  reference_key text,
  status_change_date timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL
);

CREATE TABLE memberships (
  id uuid PRIMARY KEY NOT NULL,
  org_id uuid NOT NULL,
  member_id uuid NOT NULL,
  enabled boolean DEFAULT false NOT NULL,
  auto_renewal boolean DEFAULT false NOT NULL,
  auto_renew_cycle text,
  saved_card_identifier text,
  old_status text,
  new_status text,
  reference_key text,
  update_date timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  CONSTRAINT memberships_org_member UNIQUE(org_id,member_id)
);

CREATE TABLE order_lines (
  id uuid PRIMARY KEY NOT NULL,
  order_id uuid NOT NULL,
  position integer NOT NULL,
  kind text NOT NULL,
  member_id uuid NOT NULL,
  member_name text NOT NULL,
  title text NOT NULL,
  configuration_id uuid,
  membership_id uuid,
  term_id uuid,
  start_date date,
  end_date date,
  price bigint NOT NULL,
  vat_rate numeric(6, 3) NOT NULL,
  vat bigint NOT NULL,
  surcharge bigint NOT NULL,
  total bigint NOT NULL,
  refunded bigint DEFAULT 0 NOT NULL,
  CONSTRAINT order_lines_position UNIQUE(order_id,position)
);

CREATE TABLE orders (
  id uuid PRIMARY KEY NOT NULL,
  org_id uuid NOT NULL,
  buyer_id uuid NOT NULL,
  number text NOT NULL,
  status text DEFAULT 'open' NOT NULL,
  token_hash text NOT NULL,
  token_encrypted text NOT NULL,
  client_token_hash text NOT NULL,
  selection_hash text NOT NULL,
  total bigint NOT NULL,
  currency text DEFAULT 'DKK' NOT NULL,
  test_mode boolean NOT NULL,
  billing jsonb NOT NULL,
  language text NOT NULL,
  init_device text DEFAULT '' NOT NULL,
  completion_device text DEFAULT '' NOT NULL,
  reserved_until timestamp (3) with time zone,
  hold_extensions integer DEFAULT 0 NOT NULL,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  paid_at timestamp (3) with time zone,
  CONSTRAINT orders_token_hash_unique UNIQUE(token_hash),
  CONSTRAINT orders_client_token UNIQUE(buyer_id,client_token_hash)
);

CREATE TABLE receipt_counters (
  org_id uuid NOT NULL,
  year integer NOT NULL,
  test_mode boolean NOT NULL,
  last integer NOT NULL,
  CONSTRAINT receipt_counters_org_id_year_test_mode_pk PRIMARY KEY(org_id,year,test_mode)
);

CREATE TABLE receipts (
  order_id uuid PRIMARY KEY NOT NULL,
  org_id uuid NOT NULL,
  year integer NOT NULL,
  test_mode boolean NOT NULL,
  number integer NOT NULL,
  issued_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  CONSTRAINT receipts_number UNIQUE(org_id,year,test_mode,number)
);

CREATE TABLE status_changes (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  thing text NOT NULL,
  thing_id uuid NOT NULL,
  from_status text,
  to_status text NOT NULL,
  cause text NOT NULL,
  actor_id uuid,
  subject_id uuid,
  at timestamp (3) with time zone DEFAULT portal_now() NOT NULL
);

CREATE TABLE payments (
  id uuid PRIMARY KEY NOT NULL,
  order_id uuid NOT NULL,
  org_id uuid NOT NULL,
  provider text DEFAULT 'freepay' NOT NULL,
  status text DEFAULT 'created' NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  order_number text NOT NULL,
  test_mode boolean NOT NULL,
  payment_identifier uuid,
  window_link text,
  authorization_identifier uuid,
  saved_card_identifier uuid,
  gateway_reason text,
  reason text,
  acquirer text,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  updated_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  capturing_since timestamp (3) with time zone,
  captured_at timestamp (3) with time zone
);

CREATE TABLE mails (
  id uuid PRIMARY KEY NOT NULL,
  once_key text NOT NULL,
  template text NOT NULL,
  data jsonb NOT NULL,
  status text DEFAULT 'waiting' NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  sent_at timestamp (3) with time zone,
  CONSTRAINT mails_once_key_unique UNIQUE(once_key)
);

CREATE TABLE notifications (
  id uuid PRIMARY KEY NOT NULL,
  message_thread_id uuid,
  receiver_id uuid NOT NULL,
  sender_id uuid,
  type text NOT NULL,
  title text NOT NULL,
  message text NOT NULL,
  data jsonb DEFAULT '{}'::jsonb NOT NULL,
  read boolean DEFAULT false NOT NULL,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  read_date timestamp (3) with time zone,
  once_key text,
  CONSTRAINT notifications_once_key_unique UNIQUE(once_key)
);

CREATE TABLE event_categories (
  id uuid PRIMARY KEY NOT NULL,
  event_id uuid NOT NULL,
  category text NOT NULL,
  name text NOT NULL,
  price bigint NOT NULL,
  member_price bigint,
  capacity integer,
  sold integer DEFAULT 0 NOT NULL,
  position integer DEFAULT 0 NOT NULL,
  CONSTRAINT event_categories_event_category UNIQUE(event_id,category),
  CONSTRAINT event_categories_capacity CHECK (capacity is null or sold <= capacity)
);

CREATE TABLE events (
  id uuid PRIMARY KEY NOT NULL,
  org_id uuid NOT NULL,
  title text NOT NULL,
  description text DEFAULT '' NOT NULL,
  kind text DEFAULT '' NOT NULL,
  place text DEFAULT '' NOT NULL,
  starts_at timestamp (3) with time zone NOT NULL,
  ends_at timestamp (3) with time zone NOT NULL,
  public_from timestamp (3) with time zone NOT NULL,
  enabled boolean DEFAULT true NOT NULL,
  for_members boolean DEFAULT false NOT NULL,
  guests_invited boolean DEFAULT false NOT NULL,
  capacity integer,
  sold integer DEFAULT 0 NOT NULL,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  CONSTRAINT events_capacity CHECK (capacity is null or sold <= capacity)
);

ALTER TABLE payment_configurations ADD CONSTRAINT payment_configurations_org_id_organisations_id_fk FOREIGN KEY (org_id) REFERENCES organisations(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE family_invitations ADD CONSTRAINT family_invitations_inviter_id_members_id_fk FOREIGN KEY (inviter_id) REFERENCES members(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE family_invitations ADD CONSTRAINT family_invitations_invitee_id_members_id_fk FOREIGN KEY (invitee_id) REFERENCES members(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE member_identities ADD CONSTRAINT member_identities_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE members ADD CONSTRAINT members_parent_id_members_id_fk FOREIGN KEY (parent_id) REFERENCES members(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE membership_configurations ADD CONSTRAINT membership_configurations_org_id_organisations_id_fk FOREIGN KEY (org_id) REFERENCES organisations(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE membership_terms ADD CONSTRAINT membership_terms_membership_id_memberships_id_fk FOREIGN KEY (membership_id) REFERENCES memberships(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE membership_terms ADD CONSTRAINT membership_terms_org_id_organisations_id_fk FOREIGN KEY (org_id) REFERENCES organisations(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE membership_terms ADD CONSTRAINT membership_terms_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE membership_terms ADD CONSTRAINT membership_terms_configuration_id_membership_configurations_id_fk FOREIGN KEY (configuration_id) REFERENCES membership_configurations(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE memberships ADD CONSTRAINT memberships_org_id_organisations_id_fk FOREIGN KEY (org_id) REFERENCES organisations(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE memberships ADD CONSTRAINT memberships_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE order_lines ADD CONSTRAINT order_lines_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE order_lines ADD CONSTRAINT order_lines_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE order_lines ADD CONSTRAINT order_lines_configuration_id_membership_configurations_id_fk FOREIGN KEY (configuration_id) REFERENCES membership_configurations(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE order_lines ADD CONSTRAINT order_lines_membership_id_memberships_id_fk FOREIGN KEY (membership_id) REFERENCES memberships(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE order_lines ADD CONSTRAINT order_lines_term_id_membership_terms_id_fk FOREIGN KEY (term_id) REFERENCES membership_terms(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE orders ADD CONSTRAINT orders_org_id_organisations_id_fk FOREIGN KEY (org_id) REFERENCES organisations(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE orders ADD CONSTRAINT orders_buyer_id_members_id_fk FOREIGN KEY (buyer_id) REFERENCES members(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE receipt_counters ADD CONSTRAINT receipt_counters_org_id_organisations_id_fk FOREIGN KEY (org_id) REFERENCES organisations(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE receipts ADD CONSTRAINT receipts_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE receipts ADD CONSTRAINT receipts_org_id_organisations_id_fk FOREIGN KEY (org_id) REFERENCES organisations(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE payments ADD CONSTRAINT payments_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE payments ADD CONSTRAINT payments_org_id_organisations_id_fk FOREIGN KEY (org_id) REFERENCES organisations(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE notifications ADD CONSTRAINT notifications_receiver_id_members_id_fk FOREIGN KEY (receiver_id) REFERENCES members(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE notifications ADD CONSTRAINT notifications_sender_id_members_id_fk FOREIGN KEY (sender_id) REFERENCES members(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE event_categories ADD CONSTRAINT event_categories_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE events ADD CONSTRAINT events_org_id_organisations_id_fk FOREIGN KEY (org_id) REFERENCES organisations(id) ON DELETE no action ON UPDATE no action;
CREATE INDEX payment_configurations_org ON payment_configurations USING btree (org_id);
CREATE INDEX family_invitations_inviter ON family_invitations USING btree (inviter_id);
CREATE INDEX family_invitations_invitee ON family_invitations USING btree (invitee_id);
CREATE INDEX member_identities_member ON member_identities USING btree (member_id);
CREATE UNIQUE INDEX members_email ON members USING btree (email) WHERE email is not null;
CREATE INDEX members_parent ON members USING btree (parent_id) WHERE parent_id is not null;
CREATE INDEX membership_configurations_org ON membership_configurations USING btree (org_id,offer_start_date);
CREATE UNIQUE INDEX membership_terms_live ON membership_terms USING btree (membership_id,configuration_id) WHERE status in ('held', 'active');
CREATE INDEX membership_terms_membership ON membership_terms USING btree (membership_id,start_date);
CREATE INDEX membership_terms_order ON membership_terms USING btree (order_id);
CREATE INDEX membership_terms_org_end ON membership_terms USING btree (org_id,end_date) WHERE status = 'active';
CREATE INDEX memberships_member ON memberships USING btree (member_id);
CREATE INDEX order_lines_member ON order_lines USING btree (member_id);
CREATE UNIQUE INDEX order_lines_term ON order_lines USING btree (term_id) WHERE term_id is not null;
CREATE INDEX orders_buyer ON orders USING btree (buyer_id,id);
CREATE INDEX orders_org ON orders USING btree (org_id,id);
CREATE INDEX orders_holding ON orders USING btree (reserved_until) WHERE status in ('open', 'declined') and reserved_until is not null;
CREATE INDEX status_changes_thing ON status_changes USING btree (thing,thing_id,id);
CREATE INDEX payments_order ON payments USING btree (order_id,id);
CREATE UNIQUE INDEX payments_payment_identifier ON payments USING btree (provider,payment_identifier) WHERE payment_identifier is not null;
CREATE UNIQUE INDEX payments_authorization ON payments USING btree (provider,authorization_identifier) WHERE authorization_identifier is not null;
CREATE INDEX payments_unfinished ON payments USING btree (updated_at) WHERE status in ('linking', 'authorised', 'capturing', 'unknown');
CREATE INDEX mails_waiting ON mails USING btree (created_at) WHERE status <> 'sent';
CREATE INDEX notifications_receiver ON notifications USING btree (receiver_id,id);
CREATE INDEX notifications_unread ON notifications USING btree (receiver_id) WHERE not read;
CREATE INDEX events_org ON events USING btree (org_id,ends_at);

-- What no code may get past.
ALTER TABLE order_lines ADD CONSTRAINT order_lines_adds_up CHECK (total = price + vat + surcharge AND price >= 0 AND refunded BETWEEN 0 AND total);
ALTER TABLE order_lines ADD CONSTRAINT order_lines_kind_columns CHECK (kind <> 'membership' OR configuration_id IS NOT NULL);
ALTER TABLE orders ADD CONSTRAINT orders_total CHECK (total >= 0);
ALTER TABLE orders ADD CONSTRAINT orders_paid_at CHECK ((status IN ('paid', 'refunded')) = (paid_at IS NOT NULL));
ALTER TABLE payments ADD CONSTRAINT payments_captured_at CHECK (status <> 'captured' OR captured_at IS NOT NULL);
ALTER TABLE membership_terms ADD CONSTRAINT membership_terms_period CHECK (start_date <= end_date);
ALTER TABLE membership_configurations ADD CONSTRAINT membership_configurations_period CHECK (start_date <= end_date AND price >= 0 AND price + surcharge >= 0 AND vat_rate >= 0);
ALTER TABLE receipt_counters ADD CONSTRAINT receipt_counters_last CHECK (last > 0);
-- At most one payment of an order takes money.
CREATE UNIQUE INDEX payments_one_capture ON payments (order_id) WHERE status IN ('capturing', 'captured');
