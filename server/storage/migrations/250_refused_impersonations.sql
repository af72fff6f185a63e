-- Impersonations that were refused are in the access log, too.
alter table looks drop constraint looks_kind_check, add constraint looks_kind_check check (kind in ('refused', 'began', 'looked', 'tried', 'ended'));
