import { beforeAll, beforeEach, expect, test } from 'vitest'
import { conversations } from '#contract/conversations/conversations.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { visitors } from '#contract/conversations/visitors.ts'
import { inTransaction } from '#server/database/db.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import { askAsVisitor, askClub, forgetRates } from '#server/testing/asking.ts'
import { buildClub, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { answered } from '#server/testing/builders/conversation-builders.ts'
import { mailsTo } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { threadLink } from '../visitor-threads/visitor-threads.ts'
import { mailClub, type ToMail } from './contact-notifications.ts'

let app: TestApp
let club: Club
let anna: Person
let bo: Person
let rikke: Person
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  club = await buildClub(app, { key: 'ROKLUB' })
  rikke = await signedIn(app, 'admin@roklub.example')
})
beforeEach(async () => {
  await forgetRates(app)
  await app.database.sql('delete from messages')
  await app.database.sql('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
})

/** Mails to the club, by kind. */
async function mails() {
  const rows = await app.database.sql<{ template: string; count: number }>(
    `select template, count(*)::int as count from messages where template in ('contact-asked', 'contact-many') group by template`,
  )
  return Object.fromEntries(rows.map(({ template, count }) => [template, count]))
}
/** Anna's calls at the same moment: so many may be mailed in excess. */
const AT_ONCE = 6
/** Windows of a minute, or of more, are over. */
const pass = (interval: string) =>
  app.database.sql(`update rate_windows set started_at = started_at - $1::interval`, [interval])
const write = (person: Person, threadId: string, text = 'And a key?') =>
  app.call(conversations.write, { threadId, text, token: newToken() }, { as: person.token })
const notify = ({ token: as, memberId }: Person, message: string) =>
  app.call(
    notifications.create,
    { receiverId: memberId, type: 'CONTACT_US', title: 'Again', message, data: { org: 'ROKLUB' } },
    { as },
  )

test("one person who writes as fast as possible delays nobody and fills nobody's mailbox", async () => {
  const { thread } = await askClub(app, anna, club)
  let written = 1
  let slowest = 0
  for (let minute = 0; minute < 9; minute++) {
    const ways = [
      (at: number) => askClub(app, anna, club, { subject: `Question ${minute} ${at}` }),
      (at: number) => write(anna, thread.id, `More ${at}`),
      (at: number) => notify(anna, `And ${at}`),
    ]
    // As many at the same moment as a browser sends, each as soon as the one before is answered.
    const flood = [...ways, ...ways].map(async (way) => {
      const codes: string[] = []
      for (let at = 0; at < 6; at++) codes.push(await codeOf(way(at)))
      return codes
    })
    const began = performance.now()
    // A machine with too much to do besides refuses anybody, who tries again.
    await expect.poll(() => codeOf(askClub(app, bo, club)), { interval: 20 }).toBe('ok')
    slowest = Math.max(slowest, performance.now() - began)
    const codes = (await Promise.all(flood)).flat()
    expect(codes).toContain('too_many_requests')
    const sent = codes.filter((code) => code === 'ok').length
    written += sent
    expect(sent).toBeLessThanOrEqual(20)
    await pass('61 seconds')
    if (sent === 0) break
  }
  // A day's measure, however many ways there are.
  expect(written).toBeGreaterThan(60)
  expect(written).toBeLessThanOrEqual(100)
  expect(await codeOf(write(anna, thread.id))).toBe('too_many_requests')
  // Those of Anna's which no two of her calls asked for at the same moment, and one, or two at the turn of an hour, for the rest.
  const asked = await app.database.sql(
    `select from messages where template = 'contact-asked' and data->>'memberId' = $1`,
    [anna.memberId],
  )
  expect(asked.length).toBeGreaterThanOrEqual(10)
  expect(asked.length).toBeLessThanOrEqual(10 + AT_ONCE)
  expect((await mails())['contact-many']).toBeLessThanOrEqual(2)
  expect(slowest).toBeLessThan(5000)
  await pass('1 day')
  expect(await codeOf(write(anna, thread.id))).toBe('ok')
})

test('a thread is mailed when it begins to wait, and later messages at intervals', async () => {
  const { thread } = await askClub(app, anna, club)
  const { messages } = await write(anna, thread.id)
  await write(anna, thread.id)
  // All that follows in a quarter of an hour waits for one mail.
  expect(await mails()).toEqual({ 'contact-asked': 2 })
  const answer = { orgId: club.id, threadId: thread.id, text: 'Yes.', token: newToken(), lastSeen: messages.at(-1)!.id }
  expect(await codeOf(answered(app, rikke, answer))).toBe('answered_meanwhile')
  const [last] = await app.database.sql<{ id: string }>(
    'select id from thread_messages where thread_id = $1 order by created_at desc limit 1',
    [thread.id],
  )
  await answered(app, rikke, { ...answer, lastSeen: last!.id })
  // It is the club's turn again.
  await write(anna, thread.id)
  expect(await mails()).toEqual({ 'contact-asked': 3 })
  await app.moveClock('16 minutes')
  await write(anna, thread.id)
  expect(await mails()).toEqual({ 'contact-asked': 4 })
})

test('the mail about an answer of somebody without a first name names the club once', async () => {
  const subject = `The key ${newId()}`
  const { thread, messages } = await askClub(app, anna, club, { subject })
  const rename = (firstName: string) =>
    app.database.sql('update members set first_name = $2 where id = $1', [rikke.memberId, firstName])
  await rename('')
  await answered(app, rikke, {
    orgId: club.id,
    threadId: thread.id,
    text: 'Yes.',
    token: newToken(),
    lastSeen: messages.at(-1)!.id,
  })
  await app.runJobs()
  await rename('Rikke')
  const mail = (await mailsTo(app, 'anna@example.com')).find(({ text }) => text.includes(subject))
  expect(mail!.text).toMatch(/^(Klubben har svaret på|The club has replied to) “The key /m)
})

test('messages within a quarter of an hour are mailed together at its end, unless the club has answered', async () => {
  const waiting = () =>
    app.database.sql<{ seconds: number }>(
      `select extract(epoch from run_at - now())::int as seconds from graphile_worker.jobs where run_at > now() + interval '1 minute'`,
    )
  const subject = `The boat ${newId()}`
  /** Newest first. */
  const mailed = async (all = false) => {
    await app.runJobs({ all })
    return (await mailsTo(app, 'roklub@club.example')).map(({ text }) => text).filter((text) => text.includes(subject))
  }
  const { thread } = await askClub(app, anna, club, { subject, text: 'Is it free?' })
  await app.moveClock('5 minutes')
  await write(anna, thread.id, 'Forget it, we capsized')
  await app.moveClock('2 minutes')
  await write(anna, thread.id, 'Call me')
  expect(await mailed()).toHaveLength(1)
  expect(await waiting()).toHaveLength(1)
  const { seconds } = (await waiting())[0]!
  expect(seconds).toBeGreaterThan(590)
  expect(seconds).toBeLessThan(620)
  await app.moveClock('9 minutes')
  // Another quarter of an hour begins with that mail, whenever it is sent.
  await write(anna, thread.id, 'Never mind')
  const follows = (await mailed(true)).find((text) => text.includes('Forget it'))
  expect(follows).toContain('Call me')
  expect(await mailed()).toHaveLength(3)
  expect(await mails()).toEqual({ 'contact-asked': 3 })

  const answer = { orgId: club.id, threadId: thread.id, text: 'Yes.', token: newToken() }
  await app.moveClock('16 minutes')
  const { messages } = await write(anna, thread.id, 'Where are you?')
  expect(await mails()).toEqual({ 'contact-asked': 4 })
  await answered(app, rikke, { ...answer, lastSeen: messages.at(-1)!.id })
  await write(anna, thread.id, 'It is my turn again')
  expect((await mailed())[0]).toContain('It is my turn again')
  await app.moveClock('2 minutes')
  await write(anna, thread.id, 'And yours')
  await app.moveClock('20 minutes')
  const last = await mailed(true)
  expect(last).toHaveLength(5)
  expect(last[0]).toContain('And yours')
  expect(last.join('')).not.toContain('Where are you?')
})

test('a club gets at most sixty mails an hour, then one that says that more waits', async () => {
  const mail = () =>
    inTransaction(app.context.db, (tx) =>
      mailClub(tx, {
        thread: { id: newId(), orgId: club.id } as ToMail['thread'],
        message: { id: newId(), memberId: null } as ToMail['message'],
        isNew: true,
      }),
    )
  for (let n = 0; n < 70; n++) await mail()
  expect((await mails())['contact-asked']).toBe(60)
  expect((await mails())['contact-many']).toBeLessThanOrEqual(2)
  await app.database.sql(`update messages set status = 'unwanted' where template = 'contact-asked'`)
  await app.runJobs()
  const [many] = await mailsTo(app, 'roklub@club.example')
  expect(many).toMatchObject({ subject: expect.stringMatching(/: der venter flere beskeder i indbakken$/) })
  expect(many!.text).toContain(`${app.url}/office/${club.key}/inbox`)
  await app.moveClock('61 minutes')
  await mail()
  expect((await mails())['contact-asked']).toBe(61)
})

test("visitors with a thread's link and senders without an account are limited, too", async () => {
  await askAsVisitor(app, club)
  const [row] = await app.database.sql<{ id: string }>(
    `select id from threads where member_id is null order by id desc`,
  )
  await forgetRates(app)
  const link = threadLink(app.context.secrets, row!.id)
  const on = () => codeOf(app.call(visitors.write, { link, text: 'More', token: newToken() }))
  for (let minute = 0; minute < 10; minute++) {
    for (let call = 0; call < 5; call++) expect(await on()).toBe('ok')
    expect(await on()).toBe('too_many_requests')
    await pass('61 seconds')
  }
  expect(await on()).toBe('too_many_requests')
  await pass('1 day')
  expect(await on()).toBe('ok')
  expect(await mails()).toEqual({ 'contact-asked': 2 })
})
