-- Codes sent to phones of the embedded platform's applications: how many a phone got is told across applications.
create table platform_codes (
  phone bytea not null,
  application text not null references platform_applications (id) on delete cascade,
  at timestamptz not null
);
create index platform_codes_by_phone on platform_codes (phone, at);
