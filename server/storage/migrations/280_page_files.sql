-- Scripts, styles and form validators that pages of any release name: during a deploy a page of one node asks another.
create table page_files (
  -- The path that pages name; a hash in it tells one content from another.
  path text primary key,
  body bytea not null,
  -- When a node that has the file said so last.
  seen_at timestamptz not null default now()
);
