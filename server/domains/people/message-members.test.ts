import { beforeAll, expect, test } from 'vitest'
import { delayedActions } from '#contract/audit/delayed-actions.ts'
import { clubMessages } from '#contract/notifications/club-messages.ts'
import { memberMessages } from '#contract/people/member-messages.ts'
import { addDays, copenhagenDate } from '#server/database/clock.ts'
import { inTransaction } from '#server/database/db.ts'
import { newToken } from '#server/database/new-id.ts'
import { insertManagedPerson, joinClub } from '#server/domains/members/index.ts'
import { buildClub, buildParticipant, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { carryOut } from '#server/testing/carry-out.ts'
import { mailsTo } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let club: Club
let [secretary, events, treasurer, anna]: Person[] = []
let [alma, otto, ida, gone, dead]: string[] = []
beforeAll(async () => {
  app = await sharedApp()
  secretary = await signedIn(app, 'dan@example.com')
  events = await signedIn(app, 'bo@example.com')
  treasurer = await signedIn(app, 'erik@example.com')
  anna = await signedIn(app, 'anna@example.com')
  alma = await buildParticipant(app, anna, 'Alma')
  otto = await buildParticipant(app, anna, 'Otto')
  club = await buildClub(app)
  await grantOffice(app, club, secretary, ['secretary'])
  await grantOffice(app, club, events, ['event_manager'])
  await grantOffice(app, club, treasurer, ['treasurer'])
  ;[ida, gone, dead] = [await added('Ida'), await added('Gerda'), await added('Dorte')]
  await inTransaction(app.context.db, (tx) =>
    joinClub(tx, { orgId: club.id, memberIds: [alma!, otto!], source: 'added', since: '2020-01-01' }),
  )
  const leaves = (id: string, reason: string) =>
    app.database.sql(
      `update club_people set left_on = '2026-01-01', left_reason = $3 where org_id = $1 and member_id = $2`,
      [club.id, id, reason],
    )
  await leaves(gone, 'moved')
  await leaves(dead, 'deceased')
})

const added = (firstName: string) =>
  inTransaction(app.context.db, async (tx) => {
    const { id } = await insertManagedPerson(tx, { firstName, lastName: 'Bro' })
    await joinClub(tx, { orgId: club.id, memberIds: [id], source: 'added', managed: true, since: '2020-01-01' })
    return id
  })
const as = (who = secretary!) => ({ as: who.token })
const texts = { subject: { da: 'Generalforsamling' }, body: { da: 'Vi ses i klubhuset.' } }
const preview = (which: object, who = secretary!) =>
  app.call(memberMessages.preview, { orgId: club.id, ...which }, as(who))
const send = (which: object, who = secretary!) =>
  app.call(memberMessages.send, { orgId: club.id, ...texts, token: newToken(), ...which }, as(who))
const list = async (who = secretary!) => (await app.call(clubMessages.toMembers, { orgId: club.id }, as(who))).messages
const mails = async (address: string) =>
  (await mailsTo(app, address)).filter(({ text }) => text.includes('Vi ses i klubhuset.'))

test('a guardian gets one mail that names the children, and whoever is left out is counted with the reason', async () => {
  const ids = [alma!, otto!, ida!, gone!, dead!]
  expect(await preview({ ids })).toMatchObject({
    readers: 1,
    people: 2,
    leftOut: [
      { reason: 'died', count: 1, names: ['Dorte Bro'] },
      { reason: 'left', count: 1, names: ['Gerda Bro'] },
      { reason: 'no_email', count: 1, names: ['Ida Bro'] },
    ],
  })
  const { messageId, readers } = await send({ ids })
  expect(readers).toBe(1)
  await carryOut(app)
  await app.runJobs({ all: true, mayFail: true })
  const [mail, ...more] = await mails('anna@example.com')
  expect(more).toEqual([])
  expect(mail!.text).toMatch(/Alma .*Otto/)
  expect(mail!.text).toContain(`/contact-us?orgId=${club.id}&subject=`)
  expect(await list()).toMatchObject([{ id: messageId, audience: 'members', eventId: null, state: 'sent', sent: 1 }])
  const [bell] = await app.database.sql(
    `select type, data from notifications where receiver_id = $1 and data ->> 'clubMessageId' = $2`,
    [anna!.memberId, messageId],
  )
  expect(bell).toMatchObject({ type: 'CONTACT_US', data: { orgId: club.id } })
  const history = await app.database.sql(`select label from office_history where org_id = $1 and name = $2`, [
    club.id,
    'members_messaged',
  ])
  expect(history).toEqual([{ label: 'Generalforsamling' }])
  // After two years.
  await app.database.sql(`delete from messages where once_key like 'fan-out:%' and data ->> 'clubMessageId' = $1`, [
    messageId,
  ])
  await app.database.sql(`delete from fan_outs where once_key = 'club-message:' || $1`, [messageId])
  expect(await list()).toMatchObject([{ id: messageId, state: 'sent', sent: 1 }])
})

test('whoever leaves on a later day is written to until then', async () => {
  const leavesIn = (days: number) =>
    app.database.sql(`update club_people set left_on = $1 where org_id = $2 and member_id = $3`, [
      addDays(copenhagenDate(new Date()), days),
      club.id,
      alma,
    ])
  await leavesIn(1)
  expect(await preview({ ids: [alma!] })).toMatchObject({ readers: 1, leftOut: [] })
  await leavesIn(0)
  expect(await preview({ ids: [alma!] })).toMatchObject({ readers: 0, leftOut: [{ reason: 'left' }] })
  await app.database.sql('update club_people set left_on = null where member_id = $1', [alma])
})

test('everybody who matches a filter is written to, and of whoever wants no such mail that is counted', async () => {
  const filter = JSON.stringify({ field: 'name', op: 'contains', value: 'Alma' })
  expect(await preview({ filter })).toMatchObject({ readers: 1, people: 1, leftOut: [] })
  await app.database.sql(
    `insert into message_preferences (member_id, kind, channel, wanted) values ($1, 'memberships', 'mail', false)`,
    [anna!.memberId],
  )
  const before = (await mails('anna@example.com')).length
  await send({ filter })
  await carryOut(app)
  await app.runJobs({ all: true, mayFail: true })
  await app.database.sql('delete from message_preferences where member_id = $1', [anna!.memberId])
  expect((await mails('anna@example.com')).length).toBe(before)
  const [message] = await list()
  expect(message).toMatchObject({ sent: 0, unwanted: 1 })
  expect(JSON.parse(message!.filter!)).toEqual(JSON.parse(filter))
  expect(await codeOf(send({ ids: [gone!, dead!, ida!] }))).toBe('nobody_to_write')
})

test('stopped within the minute nobody reads it', async () => {
  const before = (await mails('anna@example.com')).length
  await send({ ids: [alma!] })
  const [action] = await app.call(delayedActions.list, { orgId: club.id }, as())
  expect(action).toMatchObject({ kind: 'message', label: 'Generalforsamling', can: { stop: true } })
  await app.call(delayedActions.stopMessage, { orgId: club.id, actionId: action!.id }, as())
  await carryOut(app)
  await app.runJobs({ all: true, mayFail: true })
  expect((await mails('anna@example.com')).length).toBe(before)
  expect((await list())[0]).toMatchObject({ state: 'stopped' })
})

test('who runs events stops no message to members', async () => {
  await send({ ids: [alma!] })
  const [action] = await app.call(delayedActions.list, { orgId: club.id }, as(events))
  expect(action).toMatchObject({ kind: 'message', can: { stop: false } })
  const stop = () => app.call(delayedActions.stopMessage, { orgId: club.id, actionId: action!.id }, as(events))
  expect(await codeOf(stop())).toBe('forbidden')
  expect((await list())[0]).toMatchObject({ state: 'waiting' })
  await carryOut(app)
})

test('who runs events writes to no members and sees none of whose mails failed; a treasurer reads the list', async () => {
  const { messageId } = await send({ ids: [alma!] })
  const which = { orgId: club.id, messageId }
  expect(await codeOf(preview({ ids: [alma!] }, events))).toBe('forbidden')
  expect(await codeOf(send({ ids: [alma!] }, events))).toBe('forbidden')
  expect(await codeOf(app.call(clubMessages.failures, which, as(events)))).toBe('not_found')
  expect(await codeOf(app.call(clubMessages.retry, which, as(events)))).toBe('not_found')
  expect(await app.call(clubMessages.failures, which, as())).toEqual([])
  expect(await codeOf(list(events))).toBe('forbidden')
  expect((await list(treasurer))[0]).toMatchObject({ id: messageId })
  // Owes is for who may see the club's money.
  const filter = JSON.stringify({ field: 'owes', op: 'any_of', values: ['some'] })
  expect(await codeOf(send({ filter }))).toBe('forbidden')
  await app.database.sql('update club_messages set filter = $1 where id = $2', [filter, messageId])
  expect((await list())[0]).toMatchObject({ id: messageId, filter: null })
  expect((await list(treasurer))[0]).toMatchObject({ id: messageId, filter: expect.stringContaining('owes') })
  expect(await codeOf(app.call(clubMessages.failures, which, as()))).toBe('not_found')
  expect(await codeOf(app.call(clubMessages.retry, which, as()))).toBe('not_found')
})
