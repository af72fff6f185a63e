-- What providers told by themselves: each event once, whether or not its application knows yet what it is about.
create table webhook_events (
  id bigint generated always as identity primary key,
  flow text not null,
  provider text not null,
  -- The provider's own name for it, hashed: it may be made of tokens.
  event_hash bytea not null,
  -- What it is about, hashed for the same reason.
  key_hash bytea not null,
  -- All that is kept of it, sealed; gone once it is settled.
  event bytea,
  received_at timestamptz not null default now(),
  settled_at timestamptz,
  -- Null: it waits. `applied`, `late` or `refused`.
  settled_as text,
  unique (flow, provider, event_hash)
);
create index webhook_events_waiting on webhook_events (flow, provider, key_hash) where settled_at is null;

-- What applications wait to be told about; it stays known after they have moved on, so that what comes late is told from what comes early.
create table webhook_keys (
  flow text not null,
  provider text not null,
  key_hash bytea not null,
  application uuid not null references applications (key) on delete cascade,
  primary key (flow, provider, key_hash)
);
create index webhook_keys_by_application on webhook_keys (application);
