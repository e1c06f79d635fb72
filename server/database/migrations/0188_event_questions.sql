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

-- Answers to an event's questions: of a person's place, or of an order at the event. The version before neither shows nor asks for them.
CREATE TABLE event_answers (
  id uuid PRIMARY KEY NOT NULL,
  event_id uuid NOT NULL REFERENCES events(id),
  question_id uuid NOT NULL REFERENCES event_questions(id),
  entry_id uuid REFERENCES event_entries(id),
  order_id uuid REFERENCES orders(id),
  value jsonb,
  -- Of a sensitive question, AES-256-GCM under SECRETS_KEY.
  value_encrypted text,
  answered_by uuid NOT NULL,
  answered_at timestamp (3) with time zone NOT NULL,
  CONSTRAINT event_answers_of_one CHECK ((entry_id IS NULL) <> (order_id IS NULL)),
  CONSTRAINT event_answers_once CHECK ((value IS NULL) <> (value_encrypted IS NULL))
);
CREATE UNIQUE INDEX event_answers_entry ON event_answers (entry_id, question_id);
CREATE UNIQUE INDEX event_answers_order ON event_answers (order_id, question_id);
CREATE INDEX event_answers_event ON event_answers (event_id);
CREATE INDEX event_answers_question ON event_answers (question_id);

-- The proof that answers were deleted: how many, and when.
CREATE TABLE event_answer_deletions (
  id uuid PRIMARY KEY NOT NULL,
  event_id uuid NOT NULL REFERENCES events(id),
  sensitive boolean NOT NULL,
  deleted integer NOT NULL,
  deleted_at timestamp (3) with time zone NOT NULL
);
CREATE INDEX event_answer_deletions_event ON event_answer_deletions (event_id);

-- How many required questions a place leaves open.
ALTER TABLE event_entries ADD COLUMN answers_missing integer DEFAULT 0 NOT NULL;
