-- Counts the saves of an answer template, so that of two who edit it neither overwrites the other unseen.
ALTER TABLE answer_templates ADD COLUMN version integer NOT NULL DEFAULT 1;
