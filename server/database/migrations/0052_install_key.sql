-- The install page is at `/install`. A club that has this key already keeps it; its pages begin at `/install/events`, which is none of ours.
INSERT INTO reserved_keys VALUES ('INSTALL');
