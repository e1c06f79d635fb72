-- Every row fits already: the kinds are new.
ALTER TABLE delayed_actions VALIDATE CONSTRAINT delayed_actions_kind_check;
