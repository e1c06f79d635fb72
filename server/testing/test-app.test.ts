import { beforeAll, expect, test } from 'vitest'
import { members } from '#contract/members/members.ts'
import { newId } from '#server/database/new-id.ts'
import { mailsTo } from './purchase.ts'
import { createTestApp, sharedApp, type TestApp } from './test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await sharedApp()
})

test('a person of the identity provider signs in and becomes a member', async () => {
  const token = await app.signIn('newcomer@example.com')
  const { member, created } = await app.call(members.signIn, {}, { as: token })
  expect(created).toBe(true)
  expect(member.email).toBe('newcomer@example.com')
})

test('the clock moves for rules only', async () => {
  const [before] = await app.database.sql<{ now: Date }>('select portal_now() as now')
  await app.moveClock('40 days')
  const [after] = await app.database.sql<{ now: Date; real: Date }>('select portal_now() as now, now() as real')
  expect(after!.now.getTime() - before!.now.getTime()).toBeGreaterThanOrEqual(40 * 86_400_000)
  expect(after!.real.getTime() - before!.now.getTime()).toBeLessThan(60_000)
})

test('jobs run on request', async () => {
  // The welcome mail of the sign-in above.
  expect(await app.runJobs()).toMatchObject({ done: ['notifications.send-mail'], failed: [] })
  expect(await app.runJobs()).toMatchObject({ done: [], failed: [] })
})

test('a test finds neither the mails of other apps nor those of the file before it', async () => {
  const address = `${newId()}@mail.example`
  const send = ({ context }: TestApp, subject: string) =>
    context.mailer.send(newId(), address, async () => ({
      to: { name: 'Anna', address },
      fromName: 'Roklub',
      replyTo: null,
      subject,
      html: subject,
      text: subject,
      unsubscribeUrl: null,
      attachments: [],
      pictures: [],
    }))
  await send(app, 'of the file before')
  const mine = await sharedApp()
  const other = await createTestApp()
  await send(mine, 'mine')
  await send(other, 'of another app')
  await other.close()
  expect((await mailsTo(mine, address)).map(({ subject }) => subject)).toEqual(['mine'])
})
