-- When and where an event was before an office moved it, until its guests are told. The version before moves events without a word.
CREATE TABLE event_changes (
  id uuid PRIMARY KEY NOT NULL,
  event_id uuid NOT NULL REFERENCES events(id),
  before jsonb NOT NULL,
  -- What the guests were told; null until then.
  after jsonb,
  -- Under the lock of the event: whoever took a place before has to hear of it.
  at timestamptz NOT NULL,
  -- The action that tells, with all that it tells at once; null: not yet.
  told_by uuid,
  -- Stopped, or taken back, before anybody was told.
  dropped_at timestamptz
);
CREATE INDEX event_changes_waiting ON event_changes (event_id, at) WHERE told_by IS NULL AND dropped_at IS NULL;
CREATE INDEX event_changes_told ON event_changes (told_by) WHERE told_by IS NOT NULL;

ALTER TABLE delayed_actions DROP CONSTRAINT delayed_actions_kind_check;
ALTER TABLE delayed_actions ADD CONSTRAINT delayed_actions_kind_check CHECK (kind IN ('refund', 'answer', 'move'));
