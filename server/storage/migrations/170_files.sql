-- Files that applicants gave: photos of documents and the like. What is known of one is sealed, and so is the key of its content.
create table files (
  -- Made from what it is, keyed: the same file given again is the same row, and nobody guesses one.
  id text primary key,
  application uuid not null references applications (key) on delete cascade,
  -- Who gave it, as in the journal: `applicant`, or a role with the thing it is about. Nobody else sees it.
  actor text not null,
  -- Name, kind, bytes, pixels, and the key that content and picture are encrypted with.
  about text not null,
  content bytea not null,
  -- A small picture of it; documents have none.
  picture bytea,
  -- Bytes that it takes here.
  size integer not null,
  -- The state refers to it. What it does not refer to goes after a day.
  used boolean not null default false,
  created_at timestamptz not null default now()
);
create index files_by_application on files (application);
create index files_unused on files (created_at) where not used;
