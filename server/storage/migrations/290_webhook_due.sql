-- When a node has to look at an event that waits; each look moves it on.
alter table webhook_events add column due_at timestamptz not null default now() + interval '10 seconds';
create index webhook_events_due on webhook_events (due_at) where settled_at is null;
