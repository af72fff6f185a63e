-- The answer of a request, sealed: its notices may have texts of services. Rows of earlier releases
-- have theirs in `answer`; they are deleted after a day.
alter table idempotency_keys add column sealed_answer text;
