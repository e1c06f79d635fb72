// npm run bench -- update: people buy while the portal is updated from the version before with the large world, and while it goes back.
// Sales a second and refusals by second; the longest time without a sale. `--back 0` does not go back, `--from` names another version.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '#server/database/free-port.ts'
import { startBalancer } from './update/balancer.ts'
import { releaseBefore, unpack } from './update/version-before.ts'
import { buy, type Buyer } from './support/buyer.ts'
import { keep, line, openBench, percentile, readOptions, say } from './support/head.ts'
import { portalName } from './support/outside.ts'
import { waitingJobs } from './support/portal.ts'
import { answers, start, until, type Started } from './support/processes.ts'
import { fillWorld, readWorld } from './support/world.ts'

const options = readOptions({ from: '', members: 100_000, entries: 300_000, buyers: 8, sales: 200, back: 200 })
const release = options.from ? { commit: options.from, version: options.from } : releaseBefore()
if (!release) {
  console.log('Skipped: there is no release before this commit. --from names a commit')
  process.exit(0)
}
const { commit, version: from } = release
const folders = { old: unpack(commit), new: path.resolve(import.meta.dirname, '..') }
type Version = keyof typeof folders

const database = 'update'
const publicUrl = portalName(database)
const bench = await openBench([database])
const { cluster, outside, secretsKey } = bench
/** Seconds to start, migrations included. */
const START = 900

await bench.run(async () => {
  await fill()
  const balancer = await startBalancer(Number(new URL(outside.hosts[publicUrl]!).port))
  const shop = await openShop()
  const broken: string[] = []
  const pauses = new Map<string, number>()
  const phase = async (name: string, sales: number, change?: () => Promise<void>) => {
    const begun = Date.now()
    const before = shop.sold.length
    await change?.()
    await until(name, () => shop.sold.length - before >= sales, START)
    const faults = report(name, begun, Date.now())
    if (change) broken.push(...faults)
  }
  const report = (name: string, begun: number, ended: number): string[] => {
    const times = [begun, ...shop.sold.filter((at) => at >= begun && at <= ended), ended]
    const pause = Math.max(...times.slice(1).map((at, index) => at - times[index]!))
    pauses.set(name, pause)
    const seconds = [...balancer.seconds].filter(([at]) => at * 1000 >= begun && at * 1000 <= ended)
    const calls = seconds.reduce((sum, [, { answers: count }]) => sum + count, 0)
    const refused = seconds.filter(([, second]) => second.refused > 0)
    line(`${name}: seconds`, ((ended - begun) / 1000).toFixed(1))
    line(
      `${name}: sales; a second`,
      `${times.length - 2}; ${((times.length - 2) / ((ended - begun) / 1000)).toFixed(1)}`,
    )
    line(
      `${name}: calls a second; in the slowest second`,
      `${(calls / seconds.length).toFixed(0)}; ${percentile(
        seconds.slice(1, -1).map(([, one]) => one.answers),
        0,
      )}`,
    )
    line(
      `${name}: refused, by second`,
      refused.map(([at, one]) => `${at - Math.floor(begun / 1000)} s: ${one.refused}`).join(', ') || 'none',
    )
    line(`${name}: longest time without a sale, ms`, String(Math.round(pause)))
    return [
      ...(refused.length ? [`${name}: calls were refused`] : []),
      ...(pause > 1000 ? [`${name}: nothing was sold for ${Math.round(pause)} ms`] : []),
    ]
  }

  const old = await startVersion('old')
  balancer.route(old.url)
  shop.open(options.buyers)
  await phase(`Before, ${from}`, options.sales)
  let current = old
  let seconds = 0
  await phase('Update', options.sales, async () => {
    const begun = Date.now()
    current = await startVersion('new')
    seconds = (Date.now() - begun) / 1000
    balancer.route(current.url)
    await old.stop()
  })
  line('Update: seconds until the new version is ready', seconds.toFixed(1))
  await phase('After', options.sales)
  if (options.back > 0) {
    await phase(`Back to ${from}`, options.back, async () => {
      const again = await startVersion('old')
      balancer.route(again.url)
      await shop.turn()
      await current.kill()
      current = again
    })
  }
  await shop.close()
  await until('All jobs', async () => (await waitingJobs(cluster, database)) < 20, 120)
  const [lost] = await cluster.sql<{ paid: number; open: number }>(
    database,
    `select count(*) filter (where status = 'paid')::int as paid,
       count(*) filter (where status <> 'paid' and exists (select from payments p where p.order_id = orders.id and p.status in ('authorised', 'capturing', 'captured')))::int as open
     from orders where buyer_id in (select id from members where email like 'person%@mail.example')`,
  )
  line('Sold; paid in the database; paid for and not delivered', `${shop.sold.length}; ${lost!.paid}; ${lost!.open}`)
  line('Failed purchases', String(shop.failed.length))
  if (lost!.paid < shop.sold.length || lost!.open > 0) broken.push('A purchase was lost')
  if (shop.failed.length) broken.push(`Purchases failed: ${[...new Set(shop.failed)].slice(0, 5).join('; ')}`)
  balancer.close()
  await current.stop()
  keep('update.json', JSON.stringify({ from, members: options.members, seconds, pause: pauses.get('Update') }, null, 2))
  return broken
}, true)

/** The version before makes its tables and the large world; people with a sign-in buy the seasons of its clubs. */
async function fill() {
  say(`The large world of ${from}`)
  await cluster.sql('postgres', `create database ${database}`)
  const seed = ['scripts/seed.ts', '--large', '--members', `${options.members}`, '--entries', `${options.entries}`]
  execFileSync(process.execPath, seed, {
    cwd: folders.old,
    env: { PATH: process.env['PATH'], TZ: 'UTC', DATABASE_URL: cluster.urlOf(database), SECRETS_KEY: secretsKey },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await fillWorld(cluster, database, { clubs: 20, issuer: outside.issuer, secretsKey })
  await cluster.sql(database, 'vacuum (analyze)')
}

/** Buyers who buy one season after the other. */
async function openShop() {
  const { people, offers } = await readWorld(cluster, database)
  const mailed = await cluster.sql<{ id: string }>(
    database,
    `select id from members where email like 'person%@mail.example'`,
  )
  const known = new Set(mailed.map(({ id }) => id))
  const clubs = await cluster.sql<{ id: string }>(database, `select id from organisations where key ~ '^B\\d{4}$'`)
  const ours = offers.filter(({ orgId }) => clubs.some(({ id }) => id === orgId))
  const buyers = await outside.signIn(people.filter(({ id }) => known.has(id)))
  const sold: number[] = []
  const failed: string[] = []
  let next = 0
  const closing = new AbortController()
  const loops: Promise<void>[] = []
  const shop = { url: outside.hosts[publicUrl]!, publicUrl }
  async function sell() {
    while (!closing.signal.aborted) {
      const turn = next++
      const buyer: Buyer = buyers[turn % buyers.length]!
      const offer = ours[(turn + Math.floor(turn / buyers.length)) % ours.length]!
      await buy(shop, buyer, offer).then(
        () => sold.push(Date.now()),
        (error: Error) => {
          failed.push(error.message)
          if (failed.length <= 3) say(error.message)
        },
      )
    }
  }
  return {
    sold,
    failed,
    open: (count: number) => void loops.push(...Array.from({ length: count }, sell)),
    /** Until every buyer has finished a purchase. */
    turn: async () => {
      const after = sold.length + 2 * options.buyers
      await until('Each buyer', () => sold.length >= after)
    },
    close: async () => {
      closing.abort()
      await Promise.all(loops)
    },
  }
}

/** A server and a worker of a version. */
async function startVersion(version: Version) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const startOne = (name: 'server' | 'worker') =>
    start(`server/${name === 'server' ? 'main' : 'worker'}.ts`, {
      logFile: path.join(cluster.dataDir, `${version}.${name}.${port}.log`),
      hosts: outside.hosts,
      folder: folders[version],
      preload: ['bench/support/plain-http.ts'],
      env: {
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: String(port),
        PUBLIC_URL: publicUrl,
        DATABASE_URL: cluster.urlOf(database),
        SECRETS_KEY: secretsKey,
        OIDC_ISSUER: outside.issuer,
        FREEPAY_GATEWAY_URL: outside.gatewayUrl,
        FREEPAY_MANAGEMENT_URL: outside.managementUrl,
        SMTP_URL: `smtp://127.0.0.1:${outside.smtpPort}`,
        MAIL_FROM: 'Portal <portal@bench.example>',
        TRUST_PROXY: '1',
        READS_PER_MINUTE: '1000000',
      },
    })
  say(`${version} starts`)
  const server = startOne('server')
  await until(`The ${version} server`, () => answers(`${url}/readyz`), START)
  const worker = startOne('worker')
  await until(
    `The ${version} worker`,
    () => /worker (is running|runs)/i.test(readFileSync(worker.logFile, 'utf8')),
    START,
  )
  const both: Started[] = [server, worker]
  return {
    url,
    stop: async () => void (await Promise.all(both.map((one) => one.stop()))),
    kill: async () => void (await Promise.all(both.map((one) => one.kill()))),
  }
}
