-- The nodes that serve on this database, and the keys that each holds: a change of keys says which nodes lack the new one.
create table nodes (
  id uuid primary key,
  -- Host name and process id, for operators.
  name text not null,
  -- `id:fingerprint` of its keys in the order of FOYER_KEY; a fingerprint tells nothing of the key.
  keys text[] not null,
  seen_at timestamptz not null default now()
);
