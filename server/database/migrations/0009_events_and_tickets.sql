-- Events are sold: what an event says and when it is sold, who holds a place at it, and lines of orders that are no memberships.
ALTER TABLE events ADD COLUMN time_zone text DEFAULT 'Europe/Copenhagen' NOT NULL;
ALTER TABLE events ADD COLUMN address text DEFAULT '' NOT NULL;
ALTER TABLE events ADD COLUMN sale_from timestamp (3) with time zone;
ALTER TABLE events ADD COLUMN sale_until timestamp (3) with time zone;
ALTER TABLE events ADD COLUMN one_per_person boolean DEFAULT true NOT NULL;

-- Categories that share places: no more of all of them together than the pool has.
CREATE TABLE event_pools (
  id uuid PRIMARY KEY NOT NULL,
  event_id uuid NOT NULL REFERENCES events(id),
  name text DEFAULT '' NOT NULL,
  capacity integer NOT NULL,
  sold integer DEFAULT 0 NOT NULL,
  CONSTRAINT event_pools_capacity CHECK (sold BETWEEN 0 AND capacity)
);
CREATE INDEX event_pools_event ON event_pools USING btree (event_id);

ALTER TABLE event_categories ADD COLUMN pool_id uuid REFERENCES event_pools(id);
ALTER TABLE event_categories ADD COLUMN min_age integer;
ALTER TABLE event_categories ADD COLUMN max_age integer;
ALTER TABLE event_categories ADD COLUMN members_only boolean DEFAULT false NOT NULL;

ALTER TABLE orders ADD COLUMN kinds text[] DEFAULT '{membership}' NOT NULL;
ALTER TABLE orders ADD COLUMN event_id uuid REFERENCES events(id);
ALTER TABLE orders ADD COLUMN coupon_code text;

-- A place at an event: held until a moment, paid, or let go of. It is the ticket.
CREATE TABLE event_entries (
  id uuid PRIMARY KEY NOT NULL,
  event_id uuid NOT NULL REFERENCES events(id),
  category_id uuid NOT NULL REFERENCES event_categories(id),
  pool_id uuid REFERENCES event_pools(id),
  org_id uuid NOT NULL REFERENCES organisations(id),
  member_id uuid NOT NULL REFERENCES members(id),
  order_id uuid NOT NULL REFERENCES orders(id),
  status text DEFAULT 'held' NOT NULL,
  -- Null once the hold is firm.
  reserved_until timestamp (3) with time zone,
  -- As the event said when it was sold.
  one_per_person boolean NOT NULL,
  price_kind text DEFAULT 'standard' NOT NULL,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  CONSTRAINT event_entries_paid CHECK (status <> 'paid' OR reserved_until IS NULL)
);
CREATE UNIQUE INDEX event_entries_one_per_person ON event_entries USING btree (event_id, member_id) WHERE one_per_person AND status IN ('held', 'paid');
CREATE INDEX event_entries_held ON event_entries USING btree (event_id, reserved_until) WHERE status = 'held';
CREATE INDEX event_entries_event ON event_entries USING btree (event_id, created_at);
CREATE INDEX event_entries_order ON event_entries USING btree (order_id);
CREATE INDEX event_entries_member ON event_entries USING btree (member_id, id);

ALTER TABLE order_lines ADD COLUMN event_id uuid REFERENCES events(id);
ALTER TABLE order_lines ADD COLUMN category_id uuid REFERENCES event_categories(id);
ALTER TABLE order_lines ADD COLUMN entry_id uuid REFERENCES event_entries(id);
ALTER TABLE order_lines ADD COLUMN category text;
ALTER TABLE order_lines ADD COLUMN category_name text;
ALTER TABLE order_lines ADD COLUMN starts_at timestamp (3) with time zone;
ALTER TABLE order_lines ADD COLUMN time_zone text;
ALTER TABLE order_lines ADD COLUMN price_kind text DEFAULT 'standard' NOT NULL;
ALTER TABLE order_lines ADD COLUMN discount bigint DEFAULT 0 NOT NULL;
CREATE UNIQUE INDEX order_lines_entry ON order_lines USING btree (entry_id) WHERE entry_id IS NOT NULL;

-- The same rules with what is new in them. Not checked for the rows there are: they keep the older, stricter ones.
ALTER TABLE order_lines DROP CONSTRAINT order_lines_adds_up;
ALTER TABLE order_lines ADD CONSTRAINT order_lines_adds_up CHECK (total = price + vat + surcharge - discount AND price >= 0 AND discount >= 0 AND total >= 0 AND refunded BETWEEN 0 AND total) NOT VALID;
ALTER TABLE order_lines DROP CONSTRAINT order_lines_kind_columns;
ALTER TABLE order_lines ADD CONSTRAINT order_lines_kind_columns CHECK (CASE kind
  WHEN 'membership' THEN configuration_id IS NOT NULL AND event_id IS NULL
  WHEN 'event' THEN event_id IS NOT NULL AND category_id IS NOT NULL AND entry_id IS NOT NULL AND category IS NOT NULL AND category_name IS NOT NULL AND starts_at IS NOT NULL AND time_zone IS NOT NULL AND configuration_id IS NULL
  ELSE false END) NOT VALID;

-- While an update rolls, processes of the version before could take the money of an order with places at events, and would
-- deliver its memberships alone: such an order does not become paid. Asked when everything of the transaction is written.
CREATE FUNCTION orders_deliver_places() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM event_entries WHERE order_id = NEW.id AND status NOT IN ('paid', 'cancelled')) THEN
    RAISE EXCEPTION 'Order % is paid, but not every place that it bought is', NEW.id
      USING ERRCODE = 'check_violation', TABLE = 'orders', CONSTRAINT = 'orders_deliver_places';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER orders_deliver_places AFTER UPDATE OF status ON orders DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.status = 'paid' AND OLD.status <> 'paid' AND 'event' = ANY (NEW.kinds)) EXECUTE FUNCTION orders_deliver_places();
