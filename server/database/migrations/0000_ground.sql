-- One clock for every rule: the database's, moved only by tests.
create table portal_clock (
  only_row boolean primary key default true check (only_row),
  "offset" interval not null default interval '0'
);
insert into portal_clock default values;

create function portal_now() returns timestamptz language sql stable parallel safe as $$
  select now() + "offset" from portal_clock
$$;

-- A worker that stays silent too long loses its jobs to the others.
create table worker_heartbeats (
  worker_id text primary key,
  beat_at timestamptz not null default now()
);

-- Counts of rate-limited calls. Losing them in a crash costs nothing, so they stay out of the write-ahead log.
create unlogged table rate_windows (
  key text primary key,
  started_at timestamptz not null,
  hits integer not null
);
