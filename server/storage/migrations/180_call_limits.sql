-- Calls that may be made so often only: one row for each call and each thing it is counted for, for a day.
create table call_counts (
  -- Keyed hash of the call and of whom it is counted for: nobody learns an address from it.
  counted bytea not null,
  call uuid not null,
  at timestamptz not null default now(),
  primary key (counted, call)
);
create index call_counts_by_time on call_counts (at);
