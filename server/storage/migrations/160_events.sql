-- What flows report about themselves. An event is written with the step it is about, and holds nothing personal.
alter table events
  -- Of this very report: whoever takes it twice can tell.
  add column eid uuid not null default gen_random_uuid(),
  add column flow text,
  add column flow_version text,
  -- Pseudonym of the visit.
  add column session text,
  -- Schema of the envelope, screen, path, portal, market, locale and the like.
  add column about jsonb not null default '{}',
  -- Hash of what it is reported only once for.
  add column once bytea unique,
  add column written_at timestamptz not null default now();
create index events_by_application on events (application);

-- Calls that take events to where they are wanted. They outlive the request, and the process.
create table event_deliveries (
  event bigint primary key references events (id) on delete cascade,
  request jsonb not null,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  delivered_at timestamptz,
  -- It was refused for good, or could not be had for too long.
  given_up_at timestamptz
);
create index event_deliveries_due on event_deliveries (due_at) where delivered_at is null and given_up_at is null;
