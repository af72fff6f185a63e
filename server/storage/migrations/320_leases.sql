-- Which taking of a call, or of a mail, works on it: what a node that lost its lease brings is not written any more.
alter table calls add column taken integer not null default 0;
alter table mails add column lease uuid;
