-- What is kept of applications: the state beside the journal it was folded from.

create table sessions (
  id_hash bytea primary key,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

create table applications (
  key uuid primary key,
  -- The id in the address; null until the flow has minted one.
  id text unique,
  flow text not null,
  flow_version text not null,
  variant jsonb not null,
  -- Who may see it: the hash of a session.
  subject bytea not null,
  -- Personal values in it are sealed.
  state jsonb not null,
  revision integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index applications_by_subject on applications (subject, flow, updated_at desc);

-- Append only: what happened to an application, step by step.
create table journal (
  application uuid not null references applications (key) on delete cascade,
  revision integer not null,
  at timestamptz not null,
  kind text not null,
  because text not null,
  flow_version text not null,
  -- State changes; personal values in them are sealed.
  events jsonb not null,
  -- The whole input, sealed: what a replay needs.
  input bytea not null,
  primary key (application, revision)
);

create table idempotency_keys (
  subject bytea not null,
  key text not null,
  request_hash bytea not null,
  application uuid not null references applications (key) on delete cascade,
  -- Null while the step is under way; then what was answered.
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (subject, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Calls that were asked for and are not answered yet. They outlive the request, and the process.
create table calls (
  id uuid primary key,
  application uuid not null references applications (key) on delete cascade,
  name text not null,
  -- The request with its continuation, sealed.
  request bytea not null,
  idempotency_subject bytea,
  idempotency_key text,
  leased_until timestamptz not null,
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  outcome text
);
create index calls_unanswered on calls (application) where answered_at is null;

-- What the flow reports about itself: analytics events.
create table events (
  id bigint generated always as identity primary key,
  application uuid references applications (key) on delete cascade,
  at timestamptz not null,
  event text not null,
  properties jsonb not null
);
