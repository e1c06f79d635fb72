-- What operators did, newest first, over all clubs and those without.
CREATE INDEX office_history_by_operator ON office_history (id) WHERE by_operator;
