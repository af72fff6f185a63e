-- Timers that run for an application: id, since when, when due, how often fired. Nothing of it is personal.
alter table applications add column timers jsonb;
-- When a node has to look at the application: its next timer is due, or a call of one was interrupted.
alter table applications add column due_at timestamptz;
create index applications_due on applications (due_at) where due_at is not null;
