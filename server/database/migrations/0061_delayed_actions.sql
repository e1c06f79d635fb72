-- What an office has done and can still stop: it is carried out a minute later, by a job. The version before does at once what it is asked,
-- and knows no such rows; its workers leave these jobs to the new ones.
CREATE TABLE delayed_actions (
  id uuid PRIMARY KEY NOT NULL,
  org_id uuid NOT NULL REFERENCES organisations(id),
  actor_id uuid NOT NULL REFERENCES members(id),
  kind text NOT NULL CHECK (kind IN ('refund', 'answer')),
  -- The order, or the thread.
  thing_id uuid NOT NULL,
  label text NOT NULL,
  payload jsonb NOT NULL,
  state text DEFAULT 'waiting' NOT NULL CHECK (state IN ('waiting', 'done', 'stopped', 'refused')),
  -- Why it could not be carried out: an error code.
  refusal text,
  -- By the database's own clock, as the job's time is.
  due_at timestamp (3) with time zone NOT NULL,
  ended_at timestamp (3) with time zone,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL
);
CREATE UNIQUE INDEX delayed_actions_waiting ON delayed_actions (kind, thing_id) WHERE state = 'waiting';
CREATE INDEX delayed_actions_org ON delayed_actions (org_id, id);
