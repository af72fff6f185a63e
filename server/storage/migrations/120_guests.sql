-- Links that let somebody else into an application: into one role, about one thing. Only hashes of their tokens are kept.
create table grants (
  token_hash bytea primary key,
  application uuid not null references applications (key) on delete cascade,
  -- The call the link was sent with, the place of the link in it, and the key its token was made with: a repetition makes the same one.
  call uuid not null,
  place text not null,
  made_with text not null,
  role text not null,
  thing text not null,
  -- Where it leads.
  path text not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- Whose it is since it was first opened.
  used_by bytea,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  unique (call, place)
);
-- One living link for each role and thing.
create unique index grants_living on grants (application, role, thing) where revoked_at is null;

-- People who were let in. They lose what they were given together with the link they came by.
create table guests (
  application uuid not null references applications (key) on delete cascade,
  subject bytea not null,
  role text not null,
  thing text not null,
  grant_hash bytea not null references grants (token_hash) on delete cascade,
  since timestamptz not null default now(),
  primary key (application, subject, role, thing)
);

-- Who acted: `applicant`, or a role with the thing it is about.
alter table journal add column actor text not null default 'applicant';
