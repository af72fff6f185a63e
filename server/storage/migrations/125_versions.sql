-- formerly 120_versions.sql
-- Published versions of flows: any node, and any later process, can load the one an application needs.

create table flow_versions (
  flow text not null,
  -- The compiler's hash of the sources.
  hash text not null,
  -- Hash of each file by path: what changed between two versions is told without unpacking them.
  files jsonb not null,
  -- Text by path, as gzipped JSON.
  sources bytea not null,
  author text not null,
  message text not null,
  created_at timestamptz not null default now(),
  primary key (flow, hash)
);

-- Append only: every time a version was made live, by a publish or by a rollback.
create table publishes (
  id bigint generated always as identity primary key,
  flow text not null,
  hash text not null,
  kind text not null check (kind in ('publish', 'rollback')),
  at timestamptz not null default now(),
  author text not null,
  message text not null,
  in_flight text not null check (in_flight in ('pin', 'move', 're-ask')),
  until timestamptz,
  foreign key (flow, hash) references flow_versions (flow, hash)
);
create index publishes_by_flow on publishes (flow, id);

-- The version of each flow that is live, and what that publish wants of applications in flight.
create table live_versions (
  flow text primary key,
  hash text not null,
  since timestamptz not null default now(),
  in_flight text not null check (in_flight in ('pin', 'move', 're-ask')),
  -- Pinned applications move after this.
  until timestamptz,
  foreign key (flow, hash) references flow_versions (flow, hash)
);

-- State paths that a newer version asks for again; told to the applicant until they are answered.
alter table applications add column asked_again jsonb;
create index applications_by_flow on applications (flow, key);
