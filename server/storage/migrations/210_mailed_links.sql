-- Links that a flow declares and mails (role `@link`, thing: the link's name): how often they may be used, and a hash of
-- the value that they stand for. Their holders are guests in the role `@own`.
alter table grants
  add column uses integer,
  add column used integer not null default 0,
  add column about bytea;

-- Codes that were mailed. The code itself is derived from a key and the id, and stands nowhere.
create table mail_codes (
  id text primary key,
  made_with text not null,
  digits integer not null,
  tries integer not null,
  tried integer not null default 0,
  expires_at timestamptz not null,
  asked_at timestamptz not null default now()
);
