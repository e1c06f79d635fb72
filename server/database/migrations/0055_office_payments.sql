-- The few lines of which something was given back, for the sums of a club's payments.
CREATE INDEX order_lines_refunded ON order_lines USING btree (order_id) WHERE refunded > 0;
