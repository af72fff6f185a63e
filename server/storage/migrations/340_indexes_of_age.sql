-- concurrently
-- What each node looks for every hour: rows that have expired.
create index concurrently if not exists mails_by_age on mails (asked_at);
create index concurrently if not exists mail_codes_by_age on mail_codes (asked_at);
create index concurrently if not exists webhook_events_by_age on webhook_events (received_at);
create index concurrently if not exists event_deliveries_ended on event_deliveries (coalesce(delivered_at, given_up_at)) where delivered_at is not null or given_up_at is not null;
create index concurrently if not exists sessions_by_creation on sessions (created_at);
