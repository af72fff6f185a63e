-- What was typed on a screen and not sent. It is no part of the application: neither state nor journal nor events know of it.
create table drafts (
  application uuid not null references applications (key) on delete cascade,
  -- Whose typing it is, as in sessions: nobody else sees it, whatever else they see of the application.
  subject bytea not null,
  screen text not null,
  -- The thing of a list that the screen is about, by the parameters of its path; empty where there is none.
  thing text not null,
  -- What was typed, and the answers that it was typed over; sealed.
  body text not null,
  -- Files that it refers to: they stay while it does.
  files text[] not null,
  kept_at timestamptz not null,
  forget_at timestamptz not null,
  primary key (application, subject, screen, thing)
);
create index drafts_by_subject on drafts (subject);
create index drafts_by_age on drafts (forget_at);
