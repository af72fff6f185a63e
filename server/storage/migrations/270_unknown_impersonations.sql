-- A refused impersonation of an application that does not exist is in the access log, too; without an application it is
-- deleted after 90 days.
alter table looks alter column application drop not null;
create index looks_of_none on looks (at) where application is null;
