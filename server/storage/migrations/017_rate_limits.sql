-- How often something was asked for in the present window: one row for each thing that is counted, until the window ends.
create table rate_limits (
  -- Keyed hash of what is counted and for whom: nobody learns an address from it.
  counted bytea primary key,
  current integer not null default 1,
  ends_at timestamptz not null
);
create index rate_limits_by_time on rate_limits (ends_at);
