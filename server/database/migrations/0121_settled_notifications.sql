-- When what a notification is about was settled or over, where the portal and not its reader marked it as read.
ALTER TABLE notifications ADD COLUMN settled_at timestamp (3) with time zone;
