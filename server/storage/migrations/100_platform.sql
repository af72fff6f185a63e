-- What the embedded sandbox platform keeps. A real platform has a database of its own.

create table platform_applications (
  id text primary key,
  -- Everything that was sent, sealed.
  body bytea not null,
  -- Who handed it in, as a hash; null: nobody who said so.
  customer text,
  intent text not null default 'CREATE_BUSINESS',
  -- The business it makes, or that a store is added to.
  business text not null,
  decision text not null default 'PENDING',
  -- Step-ups still to be answered, in order, and the decision that stands once there are none.
  step_ups jsonb not null default '[]',
  outcome jsonb not null default '{}',
  decided_at timestamptz,
  onboarded_at timestamptz,
  -- What happened to it since: step-ups answered and added, owners told about, failures that happen once.
  progress jsonb not null default '{}',
  code jsonb,
  beacons integer not null default 0,
  created_at timestamptz not null default now()
);
create index platform_applications_customer on platform_applications (customer) where customer is not null;
create index platform_applications_business on platform_applications (business);

-- People who own a part of the business; what was sent of them, sealed.
create table platform_owners (
  application text not null references platform_applications (id) on delete cascade,
  id text not null,
  body bytea not null,
  decision text not null default 'PENDING',
  step_ups jsonb not null default '[]',
  outcome jsonb not null default '{}',
  progress jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (application, id)
);

-- What someone does elsewhere while the platform is asked how it stands: an identity inquiry, a link on the phone.
create table platform_checks (
  id text primary key,
  -- Which was started first.
  number bigint generated always as identity,
  application text not null references platform_applications (id) on delete cascade,
  owner text,
  kind text not null check (kind in ('identification', 'verification', 'phone')),
  polls integer not null default 0,
  status text not null default 'IN_PROGRESS',
  -- Where a link leads.
  target text,
  started_at timestamptz not null
);
create index platform_checks_application on platform_checks (application, kind, number);

-- What an application has: financial instruments, payments, orders, channels. Sealed.
create table platform_records (
  id text primary key,
  number bigint generated always as identity,
  application text not null references platform_applications (id) on delete cascade,
  kind text not null check (kind in ('instrument', 'payment', 'order', 'channel')),
  content bytea not null,
  created_at timestamptz not null default now()
);
create index platform_records_application on platform_records (application, kind);

-- Every effect once: a repetition with the same key gets the first answer. `answer` is sealed.
create table platform_effects (
  key text primary key,
  application text,
  call text not null,
  status integer not null,
  answer bytea not null,
  at timestamptz not null default now()
);
create index platform_effects_application on platform_effects (application);

-- Everything that was simulated, and by whom.
create table platform_simulations (
  id bigint generated always as identity primary key,
  application text not null,
  owner text,
  event text not null,
  decision text,
  by text,
  at timestamptz not null
);
