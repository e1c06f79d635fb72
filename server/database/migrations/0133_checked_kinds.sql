-- A transaction of its own: the checks read the tables without keeping anybody out.
ALTER TABLE delayed_actions VALIDATE CONSTRAINT delayed_actions_kind_check;
ALTER TABLE exports VALIDATE CONSTRAINT exports_format;
ALTER TABLE exports VALIDATE CONSTRAINT exports_of_one;
