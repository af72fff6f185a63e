-- That something was erased, and why; nothing of what it was.
create table erasures (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- SHA-256 of the application's id: whoever has the id can see that it was erased, nobody else whose it was.
  application bytea not null,
  flow text not null,
  -- `asked`, or the row of the flow's retention.
  because text not null
);
