-- Reads of applications that are known elsewhere, while they are under way: visits that look at the same time share one.
-- A row is of use for a minute.
create table application_reads (
  ticket uuid primary key,
  flow text not null,
  -- The id in the address.
  id text not null,
  -- Who asks.
  subject bytea not null,
  -- After that another visit may take the read over.
  leased_until timestamptz not null,
  -- What was answered, sealed; null while the read is under way.
  result bytea,
  answered_at timestamptz
);
create unique index application_reads_under_way on application_reads (flow, id, subject) where answered_at is null;
create index application_reads_by_age on application_reads (answered_at);
