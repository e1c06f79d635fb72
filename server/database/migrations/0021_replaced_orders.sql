-- An order that gave way to another of its buyer's is not one that they gave up: what renews by itself goes on for who is left.
ALTER TABLE orders ADD COLUMN replaced_by uuid;
