-- formerly 9f7e7a08ef6650f28bf3f77f6fed8a3c1ace97f2d66bc1d79a4e014dde351361
-- What an event brought in, without reading its orders: refunds of its lines, and a club's orders in test mode, which do not count.

--> concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS order_lines_refunds_of_events ON order_lines USING btree (event_id) WHERE refunded > 0 AND event_id IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_tests ON orders USING btree (org_id, id) WHERE test_mode AND status IN ('paid', 'refunded');
