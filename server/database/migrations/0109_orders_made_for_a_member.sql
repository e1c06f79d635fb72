-- An order that an administrator makes for a member: who made it, and when the member agreed to it.
ALTER TABLE orders ADD COLUMN prepared_by uuid;
ALTER TABLE orders ADD COLUMN agreed_at timestamptz(3);
