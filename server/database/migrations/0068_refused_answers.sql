-- An answer that could not be sent waits for its author to take the text back. The version before makes no such rows.
CREATE INDEX delayed_actions_refused ON delayed_actions (thing_id) WHERE state = 'refused';
