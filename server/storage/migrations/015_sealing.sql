-- Boxes are bound to their place from here on: one that is moved elsewhere does not open.

-- How new boxes are made. `unbound`: as the version before makes and reads them, so that it serves on beside this one;
-- `changing`: bound, and what is stored is being closed anew; `bound`: boxes of the former format are refused.
create table sealing (
  single boolean primary key default true check (single),
  format text not null check (format in ('unbound', 'changing', 'bound'))
);
insert into sealing (format)
select case when exists (select 1 from applications) or exists (select 1 from sessions) then 'unbound' else 'bound' end;

-- Keys that something here was closed with. A start with a FOYER_KEY that cannot open their probes is refused.
create table sealing_keys (
  id text primary key,
  probe text not null,
  since timestamptz not null default now(),
  -- The key is lost for good, an operator says: what it closed stays closed.
  given_up_at timestamptz
);

-- The revision whose state has bound boxes. Null: its boxes are texts of the former format. A version that does not know of it
-- cannot write such a state by mistake.
alter table applications
  add column bound_revision integer,
  add constraint applications_bound check (bound_revision is null or bound_revision = revision) not valid;
alter table journal add column bound boolean not null default false;
