-- For whom a message of a club is.
ALTER TABLE club_messages ADD COLUMN audience text NOT NULL DEFAULT 'guests';
ALTER TABLE club_messages ADD CONSTRAINT club_messages_audience_check CHECK (audience IN ('guests', 'waiting', 'members'));
