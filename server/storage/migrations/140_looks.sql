-- Who looked at an application that is not theirs, known by signing in: when, in which role, at what, and why they said they would.
create table looks (
  id bigint generated always as identity primary key,
  application uuid not null references applications (key) on delete cascade,
  at timestamptz not null default now(),
  role text not null,
  -- The issuer's name for them, and what they are called: sealed, as it tells of a person.
  who text not null,
  -- H(issuer "|" sub): all looks of one person can be found.
  subject bytea not null,
  kind text not null check (kind in ('began', 'looked', 'tried', 'ended')),
  path text not null,
  -- Sealed: people write names into it.
  reason text
);
create index looks_by_application on looks (application, id);
create index looks_by_subject on looks (subject, id);

-- The application that a session of staff looks at, and until when.
alter table sessions add column impersonates uuid, add column impersonates_until timestamptz;
