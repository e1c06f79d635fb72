-- What a client calls the order and the registration that it pays; given back to it.
ALTER TABLE orders ADD COLUMN reference_key text;
ALTER TABLE orders ADD COLUMN entry_key text;
