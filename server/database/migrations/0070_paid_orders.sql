-- A club's paid orders by when they were paid, with all that is added up, so that the sums of 100,000 read no order.
CREATE INDEX orders_paid ON orders USING btree (org_id, coalesce(paid_at, created_at), id)
  INCLUDE (status, test_mode, currency, total, paid_at, created_at) WHERE status IN ('paid', 'refunded');
