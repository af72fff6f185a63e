-- When a node has to set the timers of a new version. It is apart from due_at, which every step and every pass sets by
-- the version that it began in: a node that did not yet serve the new one would put the time off, or take it away.
alter table applications add column timers_at timestamptz;
create index applications_new_timers on applications (timers_at) where timers_at is not null;
