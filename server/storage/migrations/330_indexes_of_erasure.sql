-- concurrently
-- What an erasure looks up: the rows of one application, and the sessions of its applicant.
create index concurrently if not exists calls_by_application on calls (application);
create index concurrently if not exists grants_by_application on grants (application);
create index concurrently if not exists guests_by_grant on guests (grant_hash);
create index concurrently if not exists guests_by_subject on guests (subject);
create index concurrently if not exists webhook_events_by_key on webhook_events (flow, provider, key_hash);
create index concurrently if not exists sessions_by_owner on sessions (coalesce(subject, id_hash));
create index concurrently if not exists sessions_impersonating on sessions (impersonates) where impersonates is not null;
create index concurrently if not exists application_reads_by_id on application_reads (id);
create index concurrently if not exists platform_simulations_by_application on platform_simulations (application);
create index concurrently if not exists platform_codes_by_application on platform_codes (application);
