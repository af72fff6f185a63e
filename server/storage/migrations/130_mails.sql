-- Mails that were asked for, by the Idempotency-Key of the call. What is in them is kept, sealed, only where nobody else delivers them.
create table mails (
  id bigint generated always as identity primary key,
  key text not null unique,
  request_hash bytea not null,
  template text not null,
  locale text not null,
  body bytea,
  asked_at timestamptz not null default now(),
  -- Whoever sends it says so for a while; after that another may try.
  sending_until timestamptz not null,
  sent_at timestamptz
);
