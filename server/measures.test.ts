import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildClub, buildSeason, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { startMailServer } from '#server/testing/mails/mail-server.ts'
import { askFor, mailerTo, mailWork } from '#server/testing/mails/sending.ts'
import { drain } from '#server/jobs/drain.ts'
import { buy, openWindow, payInWindow, prepare, visit } from '#server/testing/purchase.ts'
import { workOf } from '#server/schedule.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let club: Club
beforeAll(async () => {
  app = await createTestApp()
  anna = await signedIn(app, 'anna@example.com')
  club = await buildClub(app)
})
afterAll(() => app.close())

/** The values of one metric by their labels, as a worker's or a server's port has them. */
async function measured(name: string): Promise<Record<string, number>> {
  // Answers of the database are cached for a few seconds: this asks as another process would.
  const metric = await app.context.metrics.registry.getSingleMetric(name)!.get()
  return Object.fromEntries(metric.values.map(({ labels, value }) => [Object.values(labels).join(' '), value]))
}

test('what jobs may end in is counted from 0, or the first of them would raise no alert', async () => {
  const { handlers, recurring } = workOf(app.context)
  const jobs = await measured('portal_jobs_total')
  for (const { name } of [...handlers, ...recurring]) expect(jobs[`${name} given_up`]).toBeGreaterThanOrEqual(0)
})

test('a postponed or refused mail does not count as done', async () => {
  const server = await startMailServer({
    rcpt: (address) => (address.startsWith('no') ? '550 No such user' : '450 Greylisted'),
  })
  const observe = app.context.metrics.observeJob
  const work = { ...mailWork(app, mailerTo(server.url)), observe }
  await askFor(app, anna.memberId, { to: 'no@mail.example' })
  await askFor(app, anna.memberId, { to: 'later@mail.example' })
  await drain(app.context.jobsDb, work)
  const jobs = await measured('portal_jobs_total')
  expect(jobs).toMatchObject({ 'notifications.send-mail refused': 1, 'notifications.send-mail postponed': 1 })
  expect(jobs).not.toHaveProperty(['notifications.send-mail done'])
  await server.close()
})

test('sales, declines and waiting jobs are read from the database, in any process', async () => {
  await buy(app, anna, club)
  const other = await buildSeason(app, club, { name: 'Other', combinable: true })
  const token = await prepare(app, anna, [{ memberId: anna.memberId, season: other }])
  const declined = await payInWindow(await openWindow(app, anna, other, token), '0003')
  if (declined) await visit(declined)
  const second = await createTestApp()
  expect(await measured('portal_orders_last_hour')).toMatchObject({ paid: 1 })
  expect(Object.values(await measured('portal_revenue_last_hour')).some((value) => value > 0)).toBe(true)
  expect(await measured('portal_payments_last_hour')).toMatchObject({ 'DKK captured': 1 })
  expect(await measured('portal_messages')).toMatchObject({
    'mail waiting': expect.any(Number),
    'mail postponed': 2,
    'mail failed': 1,
  })
  const queue = await measured('portal_queue_jobs')
  expect(queue['notifications.send-mail due']).toBeGreaterThan(0)
  expect((await measured('portal_queue_oldest_seconds'))['notifications.send-mail']).toBeGreaterThan(0)
  expect(Object.keys(await measured('portal_build_info'))).toEqual([expect.stringContaining(process.version)])
  expect(await measured('portal_unresolved_payments')).toEqual({ not_settled: 0, not_given_back: 0 })
  // The database of tests archives nothing.
  expect(await measured('portal_archive_age_seconds')).toEqual({})
  await second.close()
})

test.each(['rules.yml', 'dashboard.json'])('every metric that %s asks for is exported', async (file) => {
  const asked = readFileSync(new URL(`../ops/monitoring/${file}`, import.meta.url), 'utf8').match(
    /\b(portal|nodejs|process)_[a-z0-9_]+(?=[{[) ])/g,
  )!
  const text = await (await fetch(`${app.url}/metrics`)).text()
  const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  const names = new Set(asked.map((name) => name.replace(/_(bucket|count|sum)$/, '')))
  expect(names.size).toBeGreaterThan(5)
  expect([...names].filter((name) => !known.has(name))).toEqual([])
})
