-- Who waits for places at a sold-out event, for whom, and which orders they were offered. The version before sells freed places to anybody.
ALTER TABLE events ADD COLUMN waiting integer DEFAULT 0 NOT NULL;

CREATE TABLE waiting_wishes (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL,
  event_id uuid NOT NULL,
  buyer_id uuid NOT NULL,
  mode text NOT NULL,
  at_least integer,
  status text NOT NULL,
  joined_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  CONSTRAINT waiting_wishes_org_id_organisations_id_fk FOREIGN KEY (org_id) REFERENCES organisations(id),
  CONSTRAINT waiting_wishes_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id),
  CONSTRAINT waiting_wishes_buyer_id_members_id_fk FOREIGN KEY (buyer_id) REFERENCES members(id),
  CONSTRAINT waiting_wishes_mode_check CHECK (mode IN ('all', 'at_least', 'any') AND (mode = 'at_least') = (at_least IS NOT NULL)),
  CONSTRAINT waiting_wishes_status_check CHECK (status IN ('waiting', 'offered', 'taken', 'declined', 'ran_out', 'left', 'removed', 'closed'))
);
CREATE UNIQUE INDEX waiting_wishes_live ON waiting_wishes USING btree (event_id, buyer_id) WHERE status IN ('waiting', 'offered');
CREATE INDEX waiting_wishes_event ON waiting_wishes USING btree (event_id, joined_at, id);
CREATE INDEX waiting_wishes_buyer ON waiting_wishes USING btree (buyer_id);
CREATE INDEX waiting_wishes_org ON waiting_wishes USING btree (org_id);

CREATE TABLE waiting_people (
  wish_id uuid NOT NULL,
  member_id uuid NOT NULL,
  category_id uuid NOT NULL,
  position integer NOT NULL,
  CONSTRAINT waiting_people_pkey PRIMARY KEY (wish_id, member_id),
  CONSTRAINT waiting_people_wish_id_waiting_wishes_id_fk FOREIGN KEY (wish_id) REFERENCES waiting_wishes(id),
  CONSTRAINT waiting_people_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT waiting_people_category_id_event_categories_id_fk FOREIGN KEY (category_id) REFERENCES event_categories(id)
);
CREATE INDEX waiting_people_member ON waiting_people USING btree (member_id);
CREATE INDEX waiting_people_category ON waiting_people USING btree (category_id);

-- An offer is an order held for them; its state is the order's.
CREATE TABLE waiting_offers (
  order_id uuid PRIMARY KEY,
  wish_id uuid NOT NULL,
  until timestamp (3) with time zone NOT NULL,
  offered_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  -- Of an office that offered out of turn.
  offered_by uuid,
  reason text DEFAULT '' NOT NULL,
  CONSTRAINT waiting_offers_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT waiting_offers_wish_id_waiting_wishes_id_fk FOREIGN KEY (wish_id) REFERENCES waiting_wishes(id),
  CONSTRAINT waiting_offers_offered_by_members_id_fk FOREIGN KEY (offered_by) REFERENCES members(id)
);
CREATE INDEX waiting_offers_wish ON waiting_offers USING btree (wish_id);
CREATE INDEX waiting_offers_by ON waiting_offers USING btree (offered_by) WHERE offered_by IS NOT NULL;
