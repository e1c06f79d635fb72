-- Every row fits already: the kind is new.
ALTER TABLE delayed_actions VALIDATE CONSTRAINT delayed_actions_kind_check;
