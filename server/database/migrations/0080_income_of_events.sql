-- What an event brought in, without reading its orders: refunds of its lines, and a club's orders in test mode, which do not count.
CREATE INDEX order_lines_refunds_of_events ON order_lines USING btree (event_id) WHERE refunded > 0 AND event_id IS NOT NULL;
CREATE INDEX orders_tests ON orders USING btree (org_id, id) WHERE test_mode AND status IN ('paid', 'refunded');
