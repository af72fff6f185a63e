-- A session may have a person. Rows without a subject belong to visitors who are not signed in: their subject is the hash itself.
alter table sessions
  -- Owns applications: H(token) without a person, H(issuer "|" sub) with one.
  add column subject bytea,
  -- Issuer, subject, e-mail and name; sealed.
  add column person text,
  -- Shown to the issuer at sign-out; sealed.
  add column id_token text;
create index sessions_by_age on sessions (seen_at);
