-- A club sets its own payment key. The key itself stays encrypted; people see its last characters, who set it, and when.
ALTER TABLE payment_configurations ADD COLUMN key_hint text;
ALTER TABLE payment_configurations ADD COLUMN key_set_at timestamp (3) with time zone;
ALTER TABLE payment_configurations ADD COLUMN key_set_by uuid REFERENCES members(id);
-- Where the money goes, as the gateway says of the first payment. When a later one says otherwise, the one before is kept until the office has seen it.
ALTER TABLE payment_configurations ADD COLUMN merchant text;
ALTER TABLE payment_configurations ADD COLUMN acquirer integer;
ALTER TABLE payment_configurations ADD COLUMN merchant_before text;
ALTER TABLE payment_configurations ADD COLUMN merchant_changed_at timestamp (3) with time zone;
