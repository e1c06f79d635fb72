-- What an office does to an event order by order, and can watch: a cancellation. The version before knows no runs; its workers leave these
-- jobs to the new ones.
CREATE TABLE event_runs (
  id uuid PRIMARY KEY NOT NULL,
  org_id uuid NOT NULL REFERENCES organisations(id),
  event_id uuid NOT NULL REFERENCES events(id),
  kind text NOT NULL CHECK (kind IN ('cancel')),
  -- waiting: nobody who may refund has approved it yet.
  state text NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'stopped')),
  refunds text NOT NULL CHECK (refunds IN ('all', 'none')),
  -- Why nothing is refunded.
  reason text,
  started_by uuid NOT NULL REFERENCES members(id),
  started_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  approved_by uuid REFERENCES members(id),
  approved_at timestamp (3) with time zone,
  ended_at timestamp (3) with time zone,
  -- How often it came to an end: again after a retry.
  ends integer DEFAULT 0 NOT NULL
);
CREATE UNIQUE INDEX event_runs_one ON event_runs (event_id, kind) WHERE state <> 'stopped';
CREATE INDEX event_runs_unfinished ON event_runs (id) WHERE state IN ('waiting', 'running');

CREATE TABLE event_run_items (
  run_id uuid NOT NULL REFERENCES event_runs(id),
  order_id uuid NOT NULL REFERENCES orders(id),
  -- done: the refund, if there is one, has been requested in the same transaction, and has a status of its own.
  state text DEFAULT 'waiting' NOT NULL CHECK (state IN ('waiting', 'done', 'failed', 'by_hand')),
  refund_id uuid REFERENCES refunds(id),
  -- What goes back, by the refund or by the club's own hand.
  amount bigint DEFAULT 0 NOT NULL,
  problem text,
  tries integer DEFAULT 0 NOT NULL,
  CONSTRAINT event_run_items_pk PRIMARY KEY (run_id, order_id)
);
CREATE INDEX event_run_items_waiting ON event_run_items (run_id, tries, order_id) WHERE state = 'waiting';
