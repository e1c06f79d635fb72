-- Codes that take something off the tickets of an order, and each use of them.
CREATE TABLE coupons (
  id uuid PRIMARY KEY NOT NULL,
  org_id uuid NOT NULL REFERENCES organisations(id),
  -- Null: any event of the club.
  event_id uuid REFERENCES events(id),
  -- As it is shown, in capitals.
  code text NOT NULL,
  -- As it is compared: dashes and spaces are for reading.
  code_key text GENERATED ALWAYS AS (translate(code, ' -', '')) STORED NOT NULL,
  name_da text NOT NULL,
  name_en text NOT NULL,
  percent integer,
  amount bigint,
  -- Null: every category.
  categories text[],
  valid_from timestamp (3) with time zone,
  valid_until timestamp (3) with time zone,
  total_limit integer,
  per_member_limit integer,
  -- Shown to everybody; otherwise it is worth something to whoever was told it.
  listed boolean DEFAULT false NOT NULL,
  enabled boolean DEFAULT true NOT NULL,
  -- Paid uses; changed under the lock of this row only.
  used integer DEFAULT 0 NOT NULL,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  CONSTRAINT coupons_code CHECK (code ~ '^[A-Z0-9ÆØÅ]+([ -][A-Z0-9ÆØÅ]+)*$' AND length(code) <= 64),
  CONSTRAINT coupons_worth CHECK (num_nonnulls(percent, amount) = 1 AND percent BETWEEN 1 AND 100 IS NOT FALSE AND amount > 0 IS NOT FALSE),
  CONSTRAINT coupons_limits CHECK (used >= 0 AND total_limit > 0 IS NOT FALSE AND per_member_limit > 0 IS NOT FALSE)
);
CREATE UNIQUE INDEX coupons_code_of_club ON coupons USING btree (org_id, code_key);

-- A use of a code: held for an order (or for a buyer who has none yet), used when it is paid, released when it ends.
CREATE TABLE coupon_redemptions (
  id uuid PRIMARY KEY NOT NULL,
  coupon_id uuid NOT NULL REFERENCES coupons(id),
  org_id uuid NOT NULL REFERENCES organisations(id),
  order_id uuid REFERENCES orders(id),
  -- Who buys.
  member_id uuid NOT NULL REFERENCES members(id),
  status text DEFAULT 'held' NOT NULL,
  -- Null once the hold is firm.
  reserved_until timestamp (3) with time zone,
  -- What it takes off in all, in øre.
  off bigint DEFAULT 0 NOT NULL,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  CONSTRAINT coupon_redemptions_status CHECK (status IN ('held', 'used', 'released')),
  CONSTRAINT coupon_redemptions_used CHECK (status <> 'used' OR (reserved_until IS NULL AND order_id IS NOT NULL))
);
CREATE UNIQUE INDEX coupon_redemptions_order ON coupon_redemptions USING btree (order_id) WHERE order_id IS NOT NULL;
CREATE UNIQUE INDEX coupon_redemptions_claim ON coupon_redemptions USING btree (coupon_id, member_id) WHERE order_id IS NULL;
CREATE INDEX coupon_redemptions_held ON coupon_redemptions USING btree (coupon_id, reserved_until) WHERE status = 'held';
CREATE INDEX coupon_redemptions_member ON coupon_redemptions USING btree (coupon_id, member_id);
