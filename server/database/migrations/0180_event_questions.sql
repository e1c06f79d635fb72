-- Questions of an event. The version before neither shows nor asks them.
CREATE TABLE event_questions (
  id uuid PRIMARY KEY NOT NULL,
  event_id uuid NOT NULL REFERENCES events(id),
  position integer NOT NULL,
  scope text NOT NULL CHECK (scope IN ('person', 'order', 'office')),
  kind text NOT NULL CHECK (kind IN ('text', 'long_text', 'choice', 'several', 'yes_no', 'number', 'date', 'phone')),
  label_texts jsonb NOT NULL,
  help_texts jsonb NOT NULL,
  options jsonb DEFAULT '[]' NOT NULL,
  required boolean DEFAULT false NOT NULL,
  categories uuid[],
  condition jsonb,
  asked_when text NOT NULL CHECK (asked_when IN ('registration', 'later', 'door')),
  until date,
  sensitive boolean DEFAULT false NOT NULL,
  purpose_texts jsonb NOT NULL,
  delete_days integer NOT NULL,
  readers text[] DEFAULT '{}' NOT NULL,
  -- Taken away by the club; kept for its answers.
  removed_at timestamp (3) with time zone
);
CREATE INDEX event_questions_event ON event_questions (event_id, position);
