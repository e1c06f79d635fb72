-- How many mails a club got lately about what it was asked, without a lock that everybody who asks would wait for. By itself: whatever
-- asks for a mail waits while it is made.
CREATE INDEX messages_to_club ON messages USING btree ((data->>'orgId'),created_at) WHERE template = 'contact-asked';
