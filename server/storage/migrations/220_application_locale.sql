-- The language of the applicant's latest step: what a timer or an event of a provider sends is written in it.
alter table applications add column locale text;
