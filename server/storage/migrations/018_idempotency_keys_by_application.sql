-- The keys of one application: found when a later step of its request notes the answer, and when it is erased.
create index idempotency_keys_by_application on idempotency_keys (application);
