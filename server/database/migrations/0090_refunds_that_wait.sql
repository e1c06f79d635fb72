-- Refunds of an order's lines follow one another: one is with the gateway or the office, later ones are `waiting`.
CREATE UNIQUE INDEX refunds_office_under_way ON refunds USING btree (order_id) WHERE cause = 'office' and status in ('requested', 'failed');
DROP INDEX refunds_office_unfinished;
