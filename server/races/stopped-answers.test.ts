import { beforeAll, beforeEach, expect, test } from 'vitest'
import { conversations } from '#contract/conversations/conversations.ts'
import { officeAccess } from '#contract/office/access.ts'
import { officeConversations } from '#contract/conversations/office.ts'
import { delayedActions } from '#contract/audit/delayed-actions.ts'
import { newToken } from '../database/new-id.ts'
import { buildClub, signedIn, type Club, type Person } from '../testing/builders.ts'
import { asked, attached, newestIn } from '../testing/builders/conversation-builders.ts'
import { carryOut } from '../testing/carry-out.ts'
import { startInTurn } from '../testing/lock-waits.ts'
import { codeOf, sharedApp, type TestApp } from '../testing/test-app.ts'
import { withoutLocks } from '../testing/without-locks.ts'

let app: TestApp
let club: Club
let threadId: string
let [anna, bo, office]: Person[] = []
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  office = await signedIn(app, 'all-clubs@example.com')
})
beforeEach(async () => {
  await forgetJobs()
  club = await buildClub(app)
  threadId = (await asked(app, club, anna!)).thread.id
  await grant(['secretary'])
})

const forgetJobs = async () => {
  await app.database.sql('truncate rate_windows, messages')
  await app.database.sql('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
}
const grant = (roles: string[]) =>
  app.database.sql(
    `insert into office_grants (id, org_id, member_id, roles) values (gen_random_uuid(), $1, $2, $3::text[])`,
    [club.id, bo!.memberId, roles],
  )
const which = () => ({ orgId: club.id, threadId })
const answer = async (more: { attachmentIds?: string[]; text?: string; token?: string } = {}, by = bo!) =>
  app.call(
    officeConversations.answer,
    { ...which(), text: 'Yes, place 12.', token: newToken(), lastSeen: await newestIn(app, threadId), ...more },
    { as: by.token },
  )
const shown = (by = bo!) => app.call(officeConversations.showInOffice, which(), { as: by.token })
const stop = async (by = bo!) => {
  const [row] = await app.database.sql<{ id: string }>(
    `select id from delayed_actions where thing_id = $1 order by id desc limit 1`,
    [threadId],
  )
  return app.call(officeConversations.stopAnswer, { ...which(), actionId: row!.id }, { as: by.token })
}
const seen = async () =>
  (await app.call(conversations.show, { threadId }, { as: anna!.token })).messages.map(({ text }) => text)
const mails = async () =>
  (
    await app.database.sql<{ template: string }>(
      `select template from messages where template like '%answer%' order by template`,
    )
  ).map(({ template }) => template)

test('an answer waits for a minute, is shown to the office with a countdown, and goes out once', async () => {
  const file = await attached(app, bo!)
  const { unsent, messages } = await answer({ attachmentIds: [file.id] })
  expect(messages).toHaveLength(1)
  expect(unsent).toMatchObject({
    text: 'Yes, place 12.',
    attachments: [{ id: file.id }],
    by: 'Bo Holm',
    own: true,
    refusal: null,
    can: { stop: true },
  })
  expect(unsent!.secondsLeft).toBeGreaterThan(50)
  expect((await shown(office)).unsent).toMatchObject({ own: false, can: { stop: true } })
  expect(await app.call(delayedActions.list, { orgId: club.id }, { as: office!.token })).toMatchObject([
    { kind: 'answer', thingId: threadId, label: 'Anna Holm', by: 'Bo Holm', amount: null, can: { stop: true } },
  ])
  await app.runJobs()
  expect([await seen(), await mails()]).toEqual([['Is the double scull free?'], []])

  await app.runJobs({ all: true })
  expect((await seen()).at(-1)).toBe('Yes, place 12.')
  expect(await mails()).toEqual(['contact-answered'])
  expect(await codeOf(stop())).toBe('too_late_to_stop')
  expect((await shown()).unsent).toBeNull()
  // The text is in the thread only.
  expect(await app.database.sql('select payload, label from delayed_actions where thing_id = $1', [threadId])).toEqual([
    { payload: {}, label: '' },
  ])
  // A worker that was killed after the commit runs the job again.
  await app.database.sql(`update delayed_actions set due_at = now() where thing_id = $1`, [threadId])
  await carryOut(app)
  expect([await seen(), await mails()]).toMatchObject([{ length: 2 }, ['contact-answered']])
  const history = await app.database.sql(`select name, actor_id from office_history where org_id = $1`, [club.id])
  expect(history).toEqual([{ name: 'thread_answered', actor_id: bo!.memberId }])
})

test('Stop gives its author the text and the files back, and the same words can be sent again', async () => {
  const file = await attached(app, bo!)
  const token = newToken()
  await answer({ attachmentIds: [file.id], token })
  expect(await stop()).toMatchObject({ text: 'Yes, place 12.', attachments: [{ id: file.id }] })
  expect(await codeOf(stop())).toBe('too_late_to_stop')
  await app.runJobs({ all: true })
  expect([(await seen()).length, await mails(), (await shown()).unsent]).toEqual([1, [], null])
  await answer({ attachmentIds: [file.id], token })
  await carryOut(app)
  expect((await shown()).messages.at(-1)).toMatchObject({ text: 'Yes, place 12.', attachments: [{ id: file.id }] })
})

test('stopped by a colleague, the text waits for its author, who is mailed', async () => {
  await answer()
  expect(await stop(office)).toBeNull()
  expect(await mails()).toEqual(['answer-not-sent'])
  expect((await shown(office)).unsent).toBeNull()
  expect((await shown()).unsent).toMatchObject({ refusal: 'answer_stopped', text: 'Yes, place 12.', own: true })
  expect(await codeOf(stop(office))).toBe('too_late_to_stop')
  expect(await stop()).toMatchObject({ text: 'Yes, place 12.' })
  await app.runJobs({ all: true })
  expect((await seen()).length).toBe(1)
})

test('the rules count again when the minute is over: a newer message, a right taken away, a file that is gone', async () => {
  const write = { threadId, text: 'And on Sunday?', token: newToken() }
  await answer()
  await app.call(conversations.write, write, { as: anna!.token })
  await carryOut(app)
  expect((await shown()).unsent).toMatchObject({ refusal: 'answered_meanwhile' })
  expect([await seen(), await mails()]).toMatchObject([{ length: 2 }, ['answer-not-sent']])

  // A new answer replaces the one that could not be sent.
  const file = await attached(app, bo!)
  await answer({ attachmentIds: [file.id] })
  await app.call(conversations.detach, { attachmentId: file.id }, { as: bo!.token })
  await carryOut(app)
  expect((await shown()).unsent).toMatchObject({ refusal: 'attachment_not_found', attachments: [] })

  await answer()
  const [grantOfBo] = await app.database.sql<{ id: string }>('select id from office_grants where org_id = $1', [
    club.id,
  ])
  await app.call(officeAccess.revoke, { orgId: club.id, grantId: grantOfBo!.id }, { as: office!.token })
  await carryOut(app)
  expect(await seen()).toHaveLength(2)
  expect(await mails()).toEqual(['answer-not-sent', 'answer-not-sent', 'answer-not-sent'])
  expect(await app.call(delayedActions.list, { orgId: club.id }, { as: office!.token })).toMatchObject([
    { kind: 'answer', refusal: 'forbidden', can: { stop: false } },
  ])
  const refused = await app.database.sql(
    `select refusal from delayed_actions where thing_id = $1 and state = 'refused'`,
    [threadId],
  )
  expect(refused).toEqual([{ refusal: 'forbidden' }])
})

test('closed by a colleague within the minute, the answer goes out and the conversation stays closed', async () => {
  await answer()
  const lastSeen = await newestIn(app, threadId)
  await app.call(officeConversations.setState, { ...which(), state: 'closed', lastSeen }, { as: office!.token })
  await carryOut(app)
  expect((await shown()).thread.state).toBe('closed')
  expect(await seen()).toHaveLength(2)
  const history = await app.database.sql(`select name from office_history where org_id = $1 order by id`, [club.id])
  expect(history).toEqual([{ name: 'thread_closed' }, { name: 'thread_answered' }])
  // Answered on purpose, a closed one is answered.
  await answer()
  await carryOut(app)
  expect((await shown()).thread.state).toBe('answered')
})

/** Both meet before either writes to the history. */
const inTurn = <A, B>(first: () => Promise<A>, second: () => Promise<B>) =>
  startInTurn(app, 'office_history', first, second)

test('Stop and the job at the same moment: either nobody was written to, or it is too late', async () => {
  await answer()
  expect(
    (
      await inTurn(
        () => carryOut(app),
        () => codeOf(stop()),
      )
    )[1],
  ).toBe('too_late_to_stop')
  expect([(await seen()).length, await mails()]).toEqual([2, ['contact-answered']])

  await forgetJobs()
  await answer()
  expect(
    (
      await inTurn(
        () => codeOf(stop()),
        () => carryOut(app),
      )
    )[0],
  ).toBe('ok')
  await app.runJobs({ all: true })
  expect([(await seen()).length, await mails()]).toEqual([2, []])
})

test('control: without the lock on its state the office is answered that it was stopped, and the mail is sent', async () => {
  await answer()
  const [, stopped] = await withoutLocks(() =>
    inTurn(
      () => carryOut(app),
      () => codeOf(stop()),
    ),
  )
  expect([stopped, await mails()]).toEqual(['ok', ['contact-answered']])
})
