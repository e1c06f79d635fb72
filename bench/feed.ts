// npm run bench -- feed: a calendar subscription over HTTP: a family of five with tickets to 200 events, and a club's, among 20,000 events
// and 100,000 tickets. --check exits with 1 when a p95 exceeds 50 ms.
import { newId, newToken } from '#server/database/new-id.ts'
import { hashToken } from '#server/database/secrets.ts'
import { fillEvents } from './events/fill.ts'
import { line, openBench, percentile, readOptions, say } from './support/head.ts'
import { read } from './support/meter.ts'

const { events, rounds, check } = readOptions({ events: 20_000, rounds: 100, check: false })

const LIMIT = 50
const WARM_UP = 20
const database = 'feed'
const { cluster, open, run } = await openBench([database])
await run(measure, check)

async function measure(): Promise<string[]> {
  await cluster.create(database)
  say(`Filling a database with ${events} events`)
  const feeds = await fillFeeds((await fillEvents(cluster, database, events)).memberId)
  const portal = await open(database)
  const slow: string[] = []
  for (const [what, token] of Object.entries(feeds)) {
    const url = `${portal.url}/feed/${token}.ics`
    const cpu = async () => (await read(cluster, { server: portal.server })).cpu
    const whole = await timesOf(url, {}, cpu)
    const again = await timesOf(url, { 'if-none-match': whole.etag }, cpu)
    if ([whole, again].some(({ times }) => percentile(times, 0.95) > LIMIT)) slow.push(`${what}: over ${LIMIT} ms`)
    const size = `${whole.entries} entries, ${(whole.bytes / 1024).toFixed(0)} kB`
    line(`${what}, ${size}`, figures(whole))
    line(`${what}, unchanged (${again.status})`, figures(again))
  }
  await portal.stop()
  return slow
}

/** Four participants of the member; 200 of the events with one ticket to five each, and a hundred thousand tickets of others. */
async function fillFeeds(ownerId: string): Promise<Record<string, string>> {
  await cluster.sql(
    database,
    `insert into members (id, parent_id, first_name, last_name)
     select portal_new_id(), $1, name, 'Holm' from unnest(array['Alma', 'Bertil', 'Clara']) name -- Viggo is there already`,
    [ownerId],
  )
  await cluster.sql(
    database,
    `insert into member_identities (issuer, subject, member_id) values ('bench', 'owner', $1)`,
    [ownerId],
  )
  const orderId = newId()
  await cluster.sql(
    database,
    `insert into orders (id, org_id, buyer_id, number, token_hash, token_encrypted, client_token_hash, selection_hash, total, currency,
       test_mode, billing, language, kinds, status, paid_at)
     select $1, id, $2, 'BENCH-1', 'bench', '', 'bench', '', 0, 'DKK', false, '{}', 'da', '{event}', 'paid', portal_now() from organisations limit 1`,
    [orderId, ownerId],
  )
  const insert = (people: string, chosen: string) =>
    cluster.sql(
      database,
      `insert into event_entries (id, event_id, category_id, org_id, member_id, order_id, status, one_per_person)
       select portal_new_id(), events.id, categories.id, events.org_id, people.id, $1, 'paid', false
       from ${chosen} events
       cross join lateral (select id from event_categories where event_id = events.id limit 1) categories
       cross join lateral ${people} people`,
      [orderId],
    )
  await insert(
    `(select id from members order by id limit events.size)`,
    `(select *, row_number() over (order by starts_at) % 5 + 1 as size from events where enabled and ends_at > portal_now() order by starts_at limit 200)`,
  )
  await cluster.sql(
    database,
    `insert into members (id, first_name, last_name) select portal_new_id(), 'Somebody', 'Else' from generate_series(1, 5000)`,
  )
  await insert(
    `(select ids[1 + (events.place * 7 + n) % cardinality(ids)] as id from generate_series(1, 5) n)`,
    `(select events.id, org_id, row_number() over () as place, ids from events,
        (select array_agg(id) as ids from members where first_name = 'Somebody') others)`,
  )
  await cluster.sql(database, 'vacuum (analyze)')
  const tokens = { 'family of five': newToken(), "a club's events": newToken() }
  const clubs = await cluster.sql<{ id: string }>(
    database,
    'select org_id as id from clubs_of_members where member_id = $1 limit 1',
    [ownerId],
  )
  const add = (kind: string, orgId: string | null, token: string) =>
    cluster.sql(
      database,
      `insert into calendar_feeds (id, owner_id, kind, org_id, language, token_hash) values ($1, $2, $3, $4, 'da', $5)`,
      [newId(), ownerId, kind, orgId, hashToken(token)],
    )
  await add('family', null, tokens['family of five'])
  await add('club', clubs[0]!.id, tokens["a club's events"])
  return tokens
}

/** One read after the other, each from an address of its own. The first few are warm-up. */
async function timesOf(
  url: string,
  headers: Record<string, string>,
  cpu: () => Promise<Readonly<Record<string, number>>>,
) {
  const times: number[] = []
  let before = await cpu()
  let last = { status: 0, bytes: 0, entries: 0, etag: '' }
  for (let round = -WARM_UP; round < rounds; round++) {
    if (round === 0) before = await cpu()
    const begun = performance.now()
    const answer = await fetch(url, { headers: { ...headers, 'x-forwarded-for': `10.0.${round + 50}.1` } })
    const text = await answer.text()
    if (round >= 0) times.push(performance.now() - begun)
    if (![200, 304].includes(answer.status)) throw new Error(`${url} answered ${answer.status}: ${text}`)
    last = {
      status: answer.status,
      bytes: text.length,
      entries: text.split('BEGIN:VEVENT').length - 1,
      etag: answer.headers.get('etag') ?? '',
    }
  }
  const after = await cpu()
  const spent = (of: string) => ((after[of] ?? NaN) - (before[of] ?? NaN)) / times.length
  return { ...last, times, server: spent('server'), postgres: spent('postgres') }
}

function figures({ times, server, postgres }: Awaited<ReturnType<typeof timesOf>>): string {
  const cpu = `processor ${server.toFixed(1)} + ${postgres.toFixed(1)} ms`
  return `p50 ${percentile(times, 0.5).toFixed(1)}  p95 ${percentile(times, 0.95).toFixed(1)} ms, ${cpu}`
}
