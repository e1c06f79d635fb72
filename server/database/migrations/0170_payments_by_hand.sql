-- What an office takes itself: cash, a transfer, what lies in the MobilePay box. No gateway knows of it.
ALTER TABLE payments ADD COLUMN method text;
ALTER TABLE payments ADD COLUMN received_on date;
ALTER TABLE payments ADD COLUMN reference text DEFAULT '' NOT NULL;
ALTER TABLE payments ADD COLUMN recorded_by uuid;
ALTER TABLE payments ADD CONSTRAINT payments_by_hand CHECK (
  CASE WHEN provider = 'manual' THEN method IN ('cash', 'bank_transfer', 'mobilepay') AND method IS NOT NULL AND received_on IS NOT NULL
    AND recorded_by IS NOT NULL AND payment_identifier IS NULL AND authorization_identifier IS NULL AND status IN ('created', 'captured')
  ELSE method IS NULL AND received_on IS NULL END) NOT VALID;

-- An invoice: the last day to pay it, and the reminders that went out after that.
ALTER TABLE orders ADD COLUMN due_on date;
ALTER TABLE orders ADD COLUMN reminders integer DEFAULT 0 NOT NULL;
ALTER TABLE orders ADD COLUMN reminded_at timestamp (3) with time zone;

-- A refund of a payment by hand: when the club has really paid it back.
ALTER TABLE refunds ADD COLUMN returned_at timestamp (3) with time zone;
ALTER TABLE refunds ADD COLUMN returned_by uuid;

-- Where a club is paid without a card: registration and account number, and its MobilePay number.
ALTER TABLE organisations ADD COLUMN bank_registration text DEFAULT '' NOT NULL;
ALTER TABLE organisations ADD COLUMN bank_account text DEFAULT '' NOT NULL;
ALTER TABLE organisations ADD COLUMN mobilepay text DEFAULT '' NOT NULL;

--> concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_invoices ON orders USING btree (org_id, due_on, id)
  WHERE due_on IS NOT NULL AND status IN ('open', 'declined');
-- An office that sends its form twice makes one order.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS orders_by_hand ON orders USING btree (org_id, client_token_hash) WHERE origin = 'office';
CREATE INDEX CONCURRENTLY IF NOT EXISTS payments_manual ON payments USING btree (org_id, order_id) WHERE provider = 'manual';
