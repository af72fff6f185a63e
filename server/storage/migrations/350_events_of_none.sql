-- concurrently
-- Events without an application: no erasure finds them, and each node looks for old ones every hour.
create index concurrently if not exists events_of_none on events (flow, written_at) where application is null;
