-- A moved event asks its guests whether they keep their tickets: until when, and who answered what.
CREATE TABLE event_moves (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL,
  event_id uuid NOT NULL,
  texts jsonb,
  keep_until timestamp (3) with time zone,
  small boolean DEFAULT false NOT NULL,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  CONSTRAINT event_moves_org_id_organisations_id_fk FOREIGN KEY (org_id) REFERENCES organisations(id),
  CONSTRAINT event_moves_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id)
);
CREATE INDEX event_moves_event ON event_moves USING btree (event_id, id);
CREATE INDEX event_moves_org ON event_moves USING btree (org_id);

CREATE TABLE event_move_answers (
  move_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  answer text NOT NULL,
  answered_by uuid NOT NULL,
  answered_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  CONSTRAINT event_move_answers_pk PRIMARY KEY (move_id, entry_id),
  CONSTRAINT event_move_answers_move_id_event_moves_id_fk FOREIGN KEY (move_id) REFERENCES event_moves(id),
  CONSTRAINT event_move_answers_entry_id_event_entries_id_fk FOREIGN KEY (entry_id) REFERENCES event_entries(id),
  CONSTRAINT event_move_answers_answered_by_members_id_fk FOREIGN KEY (answered_by) REFERENCES members(id),
  CONSTRAINT event_move_answers_answer_check CHECK (answer IN ('keep', 'refund'))
);
CREATE INDEX event_move_answers_entry ON event_move_answers USING btree (entry_id);
CREATE INDEX event_move_answers_by ON event_move_answers USING btree (answered_by);
