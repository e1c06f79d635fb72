-- Lines of a paid order that its club gave back: the money goes back in part, while the payment itself stays taken.
CREATE TABLE refund_lines (
  line_id uuid PRIMARY KEY NOT NULL,
  refund_id uuid NOT NULL,
  amount bigint NOT NULL
);
ALTER TABLE refund_lines ADD CONSTRAINT refund_lines_line_id_order_lines_id_fk FOREIGN KEY (line_id) REFERENCES order_lines(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE refund_lines ADD CONSTRAINT refund_lines_refund_id_refunds_id_fk FOREIGN KEY (refund_id) REFERENCES refunds(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE refund_lines ADD CONSTRAINT refund_lines_amount CHECK (amount >= 0);
CREATE INDEX refund_lines_refund ON refund_lines USING btree (refund_id);

-- An authorisation is let go of once, under its name. What an office gives back is several times of one authorisation, and
-- finds it by its payment: so it has no name here, and whoever asks what must not be kept never meets it.
ALTER TABLE refunds ALTER COLUMN authorization_identifier DROP NOT NULL;
ALTER TABLE refunds ADD CONSTRAINT refunds_office CHECK ((cause = 'office') = (authorization_identifier IS NULL));
-- One at a time of an order, so that what the gateway has credited tells whether this one is done.
CREATE UNIQUE INDEX refunds_office_unfinished ON refunds USING btree (order_id) WHERE cause = 'office' and status <> 'done';

-- For how long one buys; others than seasons bring their own rules of price.
ALTER TABLE membership_configurations ADD COLUMN period_kind text DEFAULT 'season' NOT NULL;
