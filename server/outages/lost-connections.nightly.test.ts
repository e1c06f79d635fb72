import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { newToken } from '../database/new-id.ts'
import { buildClub, signedIn, type Club, type Person } from '../testing/builders.ts'
import { ledgerOf, openWindow, payInWindow, prepare, visit } from '../testing/purchase.ts'
import { COMMIT, startTcpProxy, type TcpProxy } from '../testing/outside/tcp-proxy.ts'
import { ApiProblem, createTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let proxy: TcpProxy
let club: Club
let anna: Person
beforeAll(async () => {
  app = await createTestApp(
    {},
    {
      through: async (url) => {
        proxy = await startTcpProxy({ port: Number(new URL(url).port) })
        return proxy.through(url)
      },
    },
  )
  anna = await signedIn(app, 'anna@example.com')
})
beforeEach(async () => {
  club = await buildClub(app)
})
afterEach(() => proxy.forward())
afterAll(async () => {
  await app.close()
  await proxy.close()
})

const orders = () =>
  app.database.sql<{ id: string; number: string; lines: number; terms: number }>(
    `select id, number, (select count(*)::int from order_lines where order_id = o.id) as lines,
       (select count(*)::int from membership_terms where order_id = o.id) as terms from orders o where org_id = $1`,
    [club.id],
  )

const underWay = () =>
  app.database.sql("select 1 from pg_stat_activity where datname = current_database() and state like 'idle in tr%'")

/** As a buyer who reads "nothing is lost, try again" and does. @returns how often it was said */
async function untilAnswered<T>(work: () => Promise<T>): Promise<{ value: T; refusals: number }> {
  for (let refusals = 0; ; refusals++) {
    try {
      return { value: await work(), refusals }
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      // He is more patient than the test.
      if (error.code === 'too_many_requests') await app.database.sql('delete from rate_windows')
      else if (error.code !== 'unavailable') throw error
    }
  }
}

test.each(['unsent', 'unanswered'] as const)(
  'an order whose COMMIT is %s when the line breaks is refused once, and made once',
  async (moment) => {
    const clientToken = newToken()
    const buy = () => prepare(app, anna, [{ memberId: anna.memberId, season: club.season }], clientToken)
    const cut = proxy.cutAt(COMMIT, moment)
    const { value: token, refusals } = await untilAnswered(buy)
    await cut
    expect(refusals).toBe(1)
    expect(await orders()).toMatchObject([{ lines: 1, terms: 1 }])
    expect(await buy()).toBe(token)
  },
)

test.each(inject('nightly') ? (['unsent', 'unanswered'] as const) : (['unanswered'] as const))(
  'a payment takes money once and delivers once, whichever COMMIT of its settlement is %s when the line breaks',
  async (moment) => {
    let lost = true
    for (let nth = 1; lost; nth++) {
      const { id, season } = await buildClub(app)
      const token = await prepare(app, anna, [{ memberId: anna.memberId, season }])
      const back = await payInWindow(await openWindow(app, anna, season, token), '0011')
      lost = false
      void proxy.cutAt(COMMIT, moment, nth).then(() => (lost = true))
      await visit(back!)
      await proxy.forward()
      // Until PostgreSQL has noticed, the order is locked.
      await expect.poll(underWay).toEqual([])
      // The browser asks again, or the job does what nobody asks for.
      if (nth % 2) await visit(back!)
      await app.runJobs({ all: true, mayFail: true })
      // A capture whose intent may have been lost is taken over when it is too old to be answered.
      await app.database.sql("update payments set capturing_since = capturing_since - interval '1 minute'")
      await app.runJobs({ all: true })
      const [order] = await app.database.sql<{ number: string; status: string; receipts: number }>(
        'select number, status, (select count(*)::int from receipts where order_id = o.id) as receipts from orders o where org_id = $1',
        [id],
      )
      expect(order, `COMMIT ${nth}`).toMatchObject({ status: 'paid', receipts: 1 })
      const { captures } = await ledgerOf(order!.number)
      expect(captures, `COMMIT ${nth}`).toMatchObject([{ amount: season.total, isSuccess: true }])
      if (!lost) expect(nth).toBeGreaterThan(3)
    }
  },
)

test('with connections cut again and again in the middle of transactions, each buyer has one order', async () => {
  const clubs = await Promise.all(Array.from({ length: 12 }, () => buildClub(app)))
  const bought = new AbortController()
  let ended = 0
  const terminator = async () => {
    while (!bought.signal.aborted && ended < 80) {
      const rows = await app.database.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name like 'portal%' and state <> 'idle'`,
      )
      ended += rows.length
    }
  }
  const terminated = terminator()
  const purchases = await Promise.all(
    clubs.map(async ({ id, season }) => {
      const clientToken = newToken()
      const buy = () => prepare(app, anna, [{ memberId: anna.memberId, season }], clientToken)
      return { id, buy, token: (await untilAnswered(buy)).value }
    }),
  ).finally(() => bought.abort())
  await terminated
  expect(ended).toBeGreaterThan(12)
  for (const { id, buy, token } of purchases) {
    expect(await app.database.sql('select 1 from orders where org_id = $1', [id])).toHaveLength(1)
    expect((await untilAnswered(buy)).value).toBe(token)
  }
})
