-- The trace in which an order was begun, where traces are on: what follows from its payment is told in the same.
ALTER TABLE orders ADD COLUMN traceparent text;
