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
