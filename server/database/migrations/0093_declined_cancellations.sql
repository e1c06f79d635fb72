-- Whoever may refund declined a cancellation: it waits no longer, until it is asked again or approved after all. The version before has no
-- such state, and shows the run as it is read: it never writes one that it does not know.
ALTER TABLE event_runs DROP CONSTRAINT event_runs_state_check;
ALTER TABLE event_runs ADD CONSTRAINT event_runs_state_check CHECK (state IN ('waiting', 'declined', 'running', 'done', 'stopped'));
