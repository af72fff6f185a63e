-- The guest who gave a file, as in sessions: the next guest of the same thing does not see it. Null: the applicant gave it.
alter table files add column given_by bytea;
create index files_by_giver on files (given_by) where given_by is not null;
