#include "cluster/postgres_schema.h"

namespace rookery::cluster {
namespace {

// Everything is in the schema `rookery`. Functions that run with their owner's rights name their
// search path, so that nobody can put a table of his own in front of ours.
constexpr const char* kTables = R"sql(
create schema rookery;
revoke all on schema rookery from public;
set local search_path = rookery, pg_temp;

create table schema_version (version integer not null);

create table tests (
  id bigint generated always as identity primary key,
  token text not null unique,
  kind text not null,
  name text not null,
  spec text not null,
  detail text not null default '',
  tags text not null,
  state text not null default 'running' check (state in ('running', 'paused', 'ended')),
  why text not null default '',
  priority integer not null,
  share double precision not null check (share > 0),
  units bigint not null,
  handed_out bigint not null default 0,  -- units below this belong to a job
  purges integer not null default 0,
  created bigint not null,
  ended bigint not null default 0
) with (fillfactor = 50);

create table workers (
  id bigint generated always as identity primary key,
  instance text not null unique,
  secret text not null,
  name text not null,
  tags text not null,
  info text not null,
  threads integer not null,
  last_seen bigint not null default 0,
  last_result bigint not null default 0,
  results bigint not null default 0,
  refused bigint not null default 0,
  note text not null default '',
  aside text
) with (fillfactor = 50);

create table jobs (
  id bigint generated always as identity primary key,
  test bigint not null references tests,
  first bigint not null,
  count integer not null,
  generation integer not null default 0,  -- grows with each owner
  key text not null default '',
  worker bigint,
  threads integer not null default 0,
  claimed bigint not null default 0,
  lease_until bigint not null default 0,  -- in the past: free to be taken
  done integer not null default 0
) with (fillfactor = 80);
create index jobs_open on jobs (test, lease_until) where done = 0;
create index jobs_worker on jobs (worker) where done = 0;

create table results (
  test bigint not null references tests,
  unit bigint not null,
  job bigint not null,
  worker bigint not null,
  summary text not null,
  data bytea not null,
  at bigint not null,
  -- The transaction that wrote it: what is below the oldest one still running is complete, so that
  -- a reader who goes by it misses nothing that was committed late.
  tx bigint not null default pg_current_xact_id()::text::bigint,
  primary key (test, unit)
);
create index results_tx on results (test, tx);
create index results_worker on results (worker);

create table blobs (hash text primary key, data bytea not null);

create table events (
  id bigint generated always as identity primary key,
  at bigint not null,
  what text not null
);

create function now_ms() returns bigint language sql volatile as
  $$ select (extract(epoch from clock_timestamp()) * 1000)::bigint $$;

create function queue_version() returns integer
language sql stable security definer set search_path = rookery, pg_temp as
  $$ select version from schema_version $$;

create function register_worker(p_instance text, p_secret text, p_name text, p_tags text,
                                p_info text, p_threads integer) returns bigint
language plpgsql security definer set search_path = rookery, pg_temp as $$
declare found_id bigint;
begin
  if length(p_instance) > 100 or length(p_secret) > 100 or length(p_name) > 200
     or length(p_tags) > 1000 or length(p_info) > 4000 or p_threads not between 1 and 4096 then
    raise exception 'a worker with such a description is not taken' using errcode = 'RK002';
  end if;
  insert into workers as w (instance, secret, name, tags, info, threads, last_seen)
  values (p_instance, p_secret, p_name, p_tags, p_info, p_threads, now_ms())
  on conflict (instance) do update
    set name = p_name, tags = p_tags, info = p_info, threads = p_threads, last_seen = now_ms(),
        note = ''
    where w.secret = p_secret
  returning w.id into found_id;
  if found_id is null then
    raise exception 'unknown worker' using errcode = 'RK001';
  end if;
  return found_id;
end $$;

create function check_worker(p_worker bigint, p_secret text) returns workers
language plpgsql as $$
declare w workers;
begin
  update workers set last_seen = now_ms() where id = p_worker and secret = p_secret
  returning * into w;
  if w.id is null then
    raise exception 'unknown worker' using errcode = 'RK001';
  end if;
  return w;
end $$;

create function lease_state(p_worker bigint, p_job bigint, p_generation integer, p_key text)
returns text language plpgsql as $$
declare answer text;
begin
  select case x.state when 'running' then 'valid' else x.state end into answer
    from jobs o join tests x on x.id = o.test
    where o.id = p_job and o.worker = p_worker and o.generation = p_generation and o.key = p_key
      and o.key <> ''
    for update of o;
  return coalesce(answer, 'stale');
end $$;

create function beat(p_worker bigint, p_secret text, p_lease bigint, p_jobs bigint[],
                     p_generations integer[], p_keys text[]) returns text[]
language plpgsql security definer set search_path = rookery, pg_temp as $$
declare
  w workers;
  answers text[] := '{}';
  answer text;
begin
  perform set_config('synchronous_commit', 'off', true);
  w := check_worker(p_worker, p_secret);
  for i in 1 .. least(coalesce(array_length(p_jobs, 1), 0), 1000) loop
    answer := lease_state(w.id, p_jobs[i], p_generations[i], p_keys[i]);
    if answer <> 'stale' then
      update jobs set lease_until = now_ms() + least(greatest(p_lease, 1000), 600000)
        where id = p_jobs[i] and done = 0;
    end if;
    answers := answers || answer;
  end loop;
  return answers;
end $$;

create function complete(p_worker bigint, p_secret text, p_job bigint, p_generation integer,
                         p_key text, p_units bigint[], p_summaries text[], p_data bytea[])
returns text
language plpgsql security definer set search_path = rookery, pg_temp as $$
declare
  w workers;
  j jobs;
  answer text;
  added bigint;
begin
  w := check_worker(p_worker, p_secret);
  answer := lease_state(w.id, p_job, p_generation, p_key);
  if answer = 'stale' then
    update workers set refused = refused + 1 where id = w.id;
  end if;
  if answer in ('stale', 'ended') then
    return answer;
  end if;
  select * into j from jobs where id = p_job;
  if coalesce(array_length(p_units, 1), 0) not between 1 and 256
     or array_length(p_units, 1) is distinct from array_length(p_summaries, 1)
     or array_length(p_units, 1) is distinct from array_length(p_data, 1)
     or exists (select from unnest(p_units) u where u is null or u < j.first
                or u >= j.first + j.count) then
    raise exception 'a unit that is not of this lease' using errcode = 'RK004';
  end if;
  if exists (select from unnest(p_summaries, p_data) as r (summary, data)
             where r.summary is null or r.data is null or octet_length(r.summary) > 8192
                or octet_length(r.data) > 1048576) then
    raise exception 'a result that is too large' using errcode = 'RK005';
  end if;
  insert into results (test, unit, job, worker, summary, data, at)
    select j.test, r.unit, j.id, w.id, r.summary, r.data, now_ms()
    from unnest(p_units, p_summaries, p_data) as r (unit, summary, data)
    on conflict (test, unit) do nothing;
  get diagnostics added = row_count;
  update workers set results = results + added, last_result = now_ms() where id = w.id;
  update jobs set done = 1 where id = j.id and j.count =
    (select count(*) from results r where r.test = j.test and r.unit >= j.first
     and r.unit < j.first + j.count);
  return answer;
end $$;

create function give_back(p_worker bigint, p_secret text, p_job bigint, p_key text, p_reason text)
returns void
language plpgsql security definer set search_path = rookery, pg_temp as $$
declare w workers;
begin
  w := check_worker(p_worker, p_secret);
  update jobs set lease_until = 0, key = ''
    where id = p_job and key = p_key and worker = w.id and done = 0;
  update workers set note = left(p_reason, 1000) where id = w.id;
end $$;

create function test_spec(p_worker bigint, p_secret text, p_test bigint)
returns table (o_kind text, o_spec text)
language plpgsql security definer set search_path = rookery, pg_temp as $$
begin
  perform check_worker(p_worker, p_secret);
  return query select t.kind, t.spec from tests t where t.id = p_test;
end $$;

create function blob(p_worker bigint, p_secret text, p_hash text) returns bytea
language plpgsql security definer set search_path = rookery, pg_temp as $$
begin
  perform check_worker(p_worker, p_secret);
  return (select b.data from blobs b where b.hash = p_hash);
end $$;

-- A role that may do what a worker does and nothing else.
create function allow_worker(p_role text) returns void language plpgsql as $$
declare f regprocedure;
begin
  execute format('grant usage on schema rookery to %I', p_role);
  foreach f in array array[
    'queue_version()', 'register_worker(text, text, text, text, text, integer)',
    'claim(bigint, text, integer, bigint, bigint[])',
    'beat(bigint, text, bigint, bigint[], integer[], text[])',
    'complete(bigint, text, bigint, integer, text, bigint[], text[], bytea[])',
    'give_back(bigint, text, bigint, text, text)', 'test_spec(bigint, text, bigint)',
    'blob(bigint, text, text)']::regprocedure[]
  loop
    execute format('grant execute on function %s to %I', f, p_role);
  end loop;
end $$;

revoke all on all functions in schema rookery from public;
)sql";

// Tests are decided here, so that they end while nobody watches: whoever asks for work, or says
// that it is alive, lets the results since the last look be counted, once a second. Nobody but the
// database counts, so that no worker can say how a test ended. The numbers are those of
// match/sprt.cpp.
constexpr const char* kDecisions = R"sql(
set local search_path = rookery, pg_temp;

create table decisions (
  test bigint primary key references tests,
  upto bigint not null default 0,     -- the last transaction whose results are counted
  counted bigint not null default 0,  -- units
  purges integer not null default 0,
  pairs double precision[] not null default '{0,0,0,0,0}',
  next_at bigint not null default 0
) with (fillfactor = 50);
create index tests_open on tests (id) where state <> 'ended';

-- SHA-256 of what a page must have been started with to change things.
create table tokens (hash text primary key);

-- match/sprt.cpp: tilt.
create function tilt(p double precision[], a double precision[]) returns double precision[]
language plpgsql immutable as $$
declare
  fitted double precision[] := p;
  low double precision := 0;
  high double precision := 0;
  x double precision := 0;
  f double precision;
  slope double precision;
  d double precision;
  guess double precision;
  near boolean;
begin
  for k in 1 .. 5 loop
    low := least(low, a[k]);
    high := greatest(high, a[k]);
  end loop;
  if low = 0 or high = 0 then
    return p;
  end if;
  d := -1 / high;
  high := -1 / low;
  low := d;
  for i in 1 .. 200 loop
    f := 0;
    slope := 0;
    for k in 1 .. 5 loop
      d := a[k] / (1 + x * a[k]);
      f := f + p[k] * d;
      slope := slope - p[k] * d * d;
    end loop;
    if f > 0 then
      low := x;
    else
      high := x;
    end if;
    guess := x - f / slope;
    if not (guess > low and guess < high) then
      guess := (low + high) / 2;
    end if;
    near := abs(guess - x) < 1e-14 * (high - low) + 1e-15;
    x := guess;
    exit when near;
  end loop;
  for k in 1 .. 5 loop
    fitted[k] := p[k] / (1 + x * a[k]);
  end loop;
  return fitted;
end $$;

-- match/sprt.cpp: fit_mean, or fit_t_value if `normalised`.
create function fit(p double precision[], elo double precision, normalised boolean)
returns double precision[]
language plpgsql immutable as $$
declare
  a double precision[] := p;
  last double precision[] := '{0.2,0.2,0.2,0.2,0.2}';
  refit double precision[];
  mean double precision;
  sigma double precision;
  change double precision;
begin
  if not normalised then
    mean := 1 / (1 + power(10::double precision, -elo / 400));
    for k in 1 .. 5 loop
      a[k] := (k - 1) / 4::double precision - mean;
    end loop;
    return tilt(p, a);
  end if;
  for i in 1 .. 100 loop
    mean := 0;
    sigma := 0;
    change := 0;
    for k in 1 .. 5 loop
      mean := mean + last[k] * (k - 1) / 4;
      change := change + last[k];
    end loop;
    mean := mean / change;
    for k in 1 .. 5 loop
      sigma := sigma + last[k] * power((k - 1) / 4::double precision - mean, 2);
    end loop;
    sigma := sqrt(sigma / change);
    for k in 1 .. 5 loop
      a[k] := (k - 1) / 4::double precision - 0.5 - elo * sqrt(2::double precision)
        / 347.43558552260146 * sigma
        * (1 + power((mean - (k - 1) / 4::double precision) / sigma, 2)) / 2;
    end loop;
    refit := tilt(p, a);
    change := 0;
    for k in 1 .. 5 loop
      change := greatest(change, abs(refit[k] - last[k]));
    end loop;
    last := refit;
    exit when change < 1e-12;
  end loop;
  return last;
end $$;

create function log_likelihood_ratio(p_sprt jsonb, p_pairs double precision[])
returns double precision
language plpgsql immutable as $$
declare
  observed double precision[] := p_pairs;
  total double precision := 0;
  h0 double precision[];
  h1 double precision[];
  ratio double precision := 0;
  normalised boolean := (p_sprt ->> 'normalised')::boolean;
begin
  for k in 1 .. 5 loop
    observed[k] := greatest(p_pairs[k], 1e-3);
    total := total + observed[k];
  end loop;
  for k in 1 .. 5 loop
    observed[k] := observed[k] / total;
  end loop;
  h0 := fit(observed, (p_sprt ->> 'elo0')::double precision, normalised);
  h1 := fit(observed, (p_sprt ->> 'elo1')::double precision, normalised);
  for k in 1 .. 5 loop
    ratio := ratio + observed[k] * ln(h1[k] / h0[k]);
  end loop;
  return total * ratio;
end $$;

-- Half points of the first player in a pair, -1 for a last single game; null if it is no result.
create function half_points(p_unit bigint, p_games bigint, p_summary text) returns integer
language plpgsql immutable as $$
declare
  games jsonb;
  wanted bigint := least(2, p_games - 2 * p_unit);
  points numeric[] := '{}';
begin
  games := p_summary::jsonb -> 'games';
  if jsonb_array_length(games) is distinct from wanted then
    return null;
  end if;
  for i in 0 .. wanted - 1 loop
    points[i] := (games -> i::integer ->> 'points')::numeric;
    if (games -> i::integer ->> 'game')::bigint is distinct from 2 * p_unit + i
       or points[i] is null or points[i] not in (0, 0.5, 1) then
      return null;
    end if;
  end loop;
  return case when wanted = 1 then -1 else 2 * (points[0] + 1 - points[1]) end;
exception when others then  -- whatever it is that was sent
  return null;
end $$;

create function end_test(p_test bigint, p_why text) returns void language sql as $$
  with ended as (update tests set state = 'ended', why = p_why, ended = now_ms()
                 where id = p_test and state <> 'ended' returning id)
  insert into events (at, what)
    select now_ms(), format('test %s: ended: %s', id, p_why) from ended;
$$;

-- As SqlStore::set_aside and SqlStore::purge do.
create function take_out(p_worker bigint, p_test bigint, p_reason text) returns void
language plpgsql as $$
declare gone bigint;
begin
  update workers set aside = p_reason where id = p_worker;
  update jobs set done = 0, lease_until = 0, key = '' where done = 1 and id in
    (select r.job from results r where r.worker = p_worker and r.test = p_test);
  update jobs set lease_until = 0, key = '' where done = 0 and worker = p_worker;
  update tests set purges = purges + 1 where id = p_test;
  delete from results where worker = p_worker and test = p_test;
  get diagnostics gone = row_count;
  insert into events (at, what) values
    (now_ms(), format('worker %s set aside: %s', p_worker, p_reason)),
    (now_ms(), format('%s results of worker %s in test %s purged: %s', gone, p_worker, p_test,
                      p_reason));
end $$;

create function decide_test(d decisions) returns void language plpgsql as $$
declare
  t tests;
  r record;
  sprt jsonb;
  half integer;
  tally double precision[];
  ratio double precision;
  low double precision;
  high double precision;
begin
  select * into t from tests where id = d.test;
  sprt := t.spec::jsonb -> 'sprt';
  if sprt is null then
    if t.handed_out >= t.units
       and not exists (select from jobs o where o.test = t.id and o.done = 0) then
      perform end_test(t.id, 'all games are played');
    end if;
    return;
  end if;
  low := ln(0.75 * (sprt ->> 'beta')::double precision);
  high := -ln(0.75 * (sprt ->> 'alpha')::double precision);
  if d.purges <> t.purges then
    d.purges := t.purges;
    d.upto := 0;
    d.counted := 0;
    d.pairs := '{0,0,0,0,0}';
  end if;
  tally := d.pairs;
  -- In the order in which whoever watches reads them, and whole transactions.
  for r in
    with batch as (select o.tx from results o where o.test = t.id and o.tx > d.upto
                  and o.tx < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
                  order by o.tx limit 200)
    select o.tx, o.unit, o.worker, o.summary from results o
    where o.test = t.id and o.tx > d.upto and o.tx <= (select max(batch.tx) from batch)
    order by o.tx, o.unit
  loop
    half := half_points(r.unit, (t.spec::jsonb ->> 'games')::bigint, r.summary);
    if half is null then
      perform take_out(r.worker, t.id, format('unit %s of test %s is no result', r.unit, t.id));
      return;
    end if;
    d.upto := r.tx;
    d.counted := d.counted + 1;
    continue when half < 0;
    tally[half + 1] := tally[half + 1] + 1;
    ratio := log_likelihood_ratio(sprt, tally);
    if ratio >= high or ratio <= low then
      perform end_test(t.id, format('%s accepted: LLR %s reached %s, so %s %s is likelier than %s',
        case when ratio >= high then 'H1' else 'H0' end, round(ratio::numeric, 2),
        round((case when ratio >= high then high else low end)::numeric, 2),
        signed(sprt, case when ratio >= high then 'elo1' else 'elo0' end),
        case when (sprt ->> 'normalised')::boolean then 'nElo' else 'Elo' end,
        signed(sprt, case when ratio >= high then 'elo0' else 'elo1' end)));
      return;
    end if;
  end loop;
  update decisions set upto = d.upto, counted = d.counted, purges = d.purges, pairs = tally
    where test = t.id;
  if d.counted >= t.units then
    perform end_test(t.id, 'all games are played');
  end if;
end $$;

create function signed(p_sprt jsonb, p_key text) returns text language sql immutable as $$
  select case when (p_sprt ->> p_key)::double precision < 0 then '' else '+' end
         || (p_sprt ->> p_key)::double precision
$$;

create function decide() returns void language plpgsql as $$
declare
  t record;
  d decisions;
begin
  for t in
    select x.id, e.test is null as is_new from tests x left join decisions e on e.test = x.id
    where x.state <> 'ended' and x.kind = 'match' and coalesce(e.next_at, 0) <= now_ms()
  loop
    if t.is_new then
      insert into decisions (test) values (t.id) on conflict do nothing;
    end if;
    select * into d from decisions e where e.test = t.id and e.next_at <= now_ms()
      for update skip locked;
    continue when not found;
    begin
      perform decide_test(d);
    exception when others then  -- who asks for work gets it even so
      null;
    end;
    update decisions set next_at = now_ms() + 1000 where test = t.id;
  end loop;
end $$;

create or replace function check_worker(p_worker bigint, p_secret text) returns workers
language plpgsql as $$
declare w workers;
begin
  update workers set last_seen = now_ms() where id = p_worker and secret = p_secret
  returning * into w;
  if w.id is null then
    raise exception 'unknown worker' using errcode = 'RK001';
  end if;
  perform decide();
  return w;
end $$;

create or replace function claim(p_worker bigint, p_secret text, p_want integer, p_lease bigint,
                      p_except bigint[])
returns table (o_job bigint, o_generation integer, o_key text, o_test bigint, o_detail text,
               o_units bigint[])
language plpgsql security definer set search_path = rookery, pg_temp as $$
declare
  w workers;
  t record;
  j jobs;
  locked record;
  alone boolean;
  taken bigint;
  until bigint := now_ms() + least(greatest(p_lease, 1000), 600000);
  new_key text := replace(gen_random_uuid()::text, '-', '');
begin
  -- A claim that a crash of the server forgets is a job whose key nobody knows: it does no harm, so
  -- that nobody has to wait for the disk.
  perform set_config('synchronous_commit', 'off', true);
  w := check_worker(p_worker, p_secret);
  if w.aside is not null then
    raise exception 'set aside: %', w.aside using errcode = 'RK003';
  end if;
  alone := (select count(*) < 2 from tests x where x.state = 'running');
  for t in
    select x.id, x.detail, x.units - x.handed_out as remaining from tests x
    where x.state = 'running' and not x.id = any (p_except)
      and string_to_array(x.tags, ' ') <@ string_to_array(w.tags, ' ')
      and (x.handed_out < x.units or exists (select from jobs o where o.test = x.id and o.done = 0
                                             and o.lease_until <= now_ms()))
    order by x.priority desc,
      case when alone then 0 else
        (select coalesce(sum(o.threads), 0) from jobs o where o.test = x.id and o.done = 0
         and o.lease_until > now_ms()) / x.share end, x.id
  loop
    j.id := null;
    select * into j from jobs o where o.test = t.id and o.done = 0 and o.lease_until <= now_ms()
      order by o.id limit 1 for update skip locked;
    if j.id is null then
      taken := least(greatest(p_want, 1), 256);
      -- Smaller towards the end, so that no one is left alone with much. Counted before the row is
      -- locked, and not while there is plenty: that is what a thousand workers would wait for.
      if t.remaining < 4096 * taken then
        taken := least(taken, greatest(1, t.remaining / (2 * (1 +
          (select count(distinct o.worker) from jobs o where o.test = t.id and o.done = 0
           and o.lease_until > now_ms())))));
      end if;
      -- The row is held for less than a millisecond, but where a thousand stand in line for it, each
      -- one's turn takes ten: so nobody stands in line.
      locked := null;
      for attempt in 1 .. 60 loop
        select x.units, x.handed_out into locked from tests x
          where x.id = t.id and x.state = 'running' and x.handed_out < x.units
          for update skip locked;
        exit when found or not exists (select from tests x where x.id = t.id
          and x.state = 'running' and x.handed_out < x.units);
        perform pg_sleep(0.001 * attempt * random());
      end loop;
      continue when locked is null;
      taken := least(taken, locked.units - locked.handed_out);
      update tests set handed_out = handed_out + taken where id = t.id;
      insert into jobs (test, first, count, generation, key, worker, threads, claimed, lease_until)
        values (t.id, locked.handed_out, taken, 1, new_key, w.id, w.threads, now_ms(), until)
        returning * into j;
      return query select j.id, 1, new_key, t.id, t.detail,
        array(select generate_series(j.first, j.first + j.count - 1));
      return;
    end if;
    update jobs o set generation = o.generation + 1, key = new_key, worker = w.id,
        threads = w.threads, claimed = now_ms(), lease_until = until
      where o.id = j.id returning * into j;
    return query select j.id, j.generation, new_key, t.id, t.detail,
      array(select u from generate_series(j.first, j.first + j.count - 1) u
            where not exists (select from results r where r.test = j.test and r.unit = u));
    return;
  end loop;
end $$;

revoke all on all functions in schema rookery from public;
)sql";

}  // namespace

const Sql kPostgresSteps[kSchemaVersion] = {kTables, kDecisions};

}  // namespace rookery::cluster
