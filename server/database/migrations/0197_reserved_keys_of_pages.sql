-- First words of pages that are new.
INSERT INTO reserved_keys VALUES ('MERGE-REQUEST'), ('MOVED'), ('WAITING-OFFER');
