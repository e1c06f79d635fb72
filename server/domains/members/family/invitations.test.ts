import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { family, type Invitation } from '#contract/members/family.ts'
import { members } from '#contract/members/members.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { buildParticipant, type Person } from '#server/testing/builders.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { annaBoAndCarla, familyCalls, forgetFamilies } from '#server/testing/family-calls.ts'
import { mailsTo } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let bo: Person
let carla: Person
beforeAll(async () => {
  app = await sharedApp()
  ;({ anna, bo, carla } = await annaBoAndCarla(app))
})
beforeEach(() => forgetFamilies(app))

const { invite, approve, reject, end, sent, received, bell, people } = familyCalls(() => app)
const mailsToBo = () => mailsTo(app, 'bo@example.com')
const shapeOf = (invitation: Invitation) =>
  JSON.stringify(invitation, (key, value: unknown) =>
    ['id', 'familyId', 'createdAt', 'inviteeEmail'].includes(key) ? '' : value,
  )

test('Anna invites Bo, he approves, and each may act for the other and their children', async () => {
  const child = await buildParticipant(app, anna, 'Alma')
  const { id } = await invite(anna, 'bo@example.com')
  expect(await received(bo, 'bo@example.com')).toMatchObject([
    { id, inviterName: 'Anna Holm', inviterEmail: 'anna@example.com', can: { answer: true, end: false } },
  ])
  expect(await people(bo)).toEqual([])
  expect(await approve(bo, id)).toEqual({
    status: 'success',
    message: 'You and Anna Holm can act for each other now.',
  })
  expect(await people(bo)).toEqual([
    ['Alma', 'relative_participant'],
    ['Anna', 'relative'],
  ])
  expect(await people(anna)).toEqual([
    ['Alma', 'participant'],
    ['Bo', 'relative'],
  ])
  expect(await sent(anna, 'anna@example.com')).toMatchObject([
    { status: 'approved', inviteeId: bo.memberId, inviteeName: 'Bo Holm', can: { answer: false, end: true } },
  ])
  await app.database.sql('update members set enabled = false where id = $1', [child])
})

test('both sides find the invitation by the two addresses', async () => {
  const { id } = await invite(anna, 'bo@example.com')
  await invite(anna, 'carla@example.com')
  const between = async (person: Person, inviterEmail: string, email: string) => {
    const found = await app.call(family.invitations, { inviterEmail, email }, { as: person.token })
    return found.map((one) => one.id)
  }
  expect(await between(anna, 'anna@example.com', 'bo@example.com')).toEqual([id])
  expect(await between(bo, 'anna@example.com', 'bo@example.com')).toEqual([id])
  expect(await between(bo, 'bo@example.com', 'anna@example.com')).toEqual([])
  expect(await codeOf(between(carla, 'anna@example.com', 'bo@example.com'))).toBe('not_found')
})

test('the answer to an invitation is the same whether or not the address has an account, and costs the same', async () => {
  const known = await invite(anna, 'bo@example.com')
  const unknown = await invite(anna, 'bo@nowhere.example')
  expect(shapeOf(known)).toBe(shapeOf(unknown))
  expect(known).toMatchObject({ inviteeId: null, inviteeName: null, status: 'pending' })
  expect((await sent(anna, 'anna@example.com')).map(shapeOf)).toEqual([shapeOf(known), shapeOf(known)])
  // Notified by a job: nothing of it was written while the caller waited.
  expect(await app.database.sql('select id from notifications union all select id from messages')).toEqual([])
  await app.database.sql(`delete from family_invitations`)
  const statements = []
  for (const address of ['bo@example.com', 'bo@nowhere.example'])
    statements.push(await countQueries(() => invite(anna, address)))
  expect(statements[0]).toBe(statements[1])
})

test('a pending invitation is returned, and nobody is notified twice', async () => {
  const first = await invite(anna, 'bo@example.com')
  const mailsBefore = (await mailsToBo()).length
  await app.runJobs({ all: true })
  expect(await invite(anna, 'Bo@Example.com ')).toEqual(first)
  await app.runJobs({ all: true })
  expect(await bell(bo)).toHaveLength(1)
  expect((await mailsToBo()).length).toBe(mailsBefore + 1)
})

test('the invitee is notified by bell and mail, and by WhatsApp if they chose it', async () => {
  const { id, familyId } = await invite(anna, 'bo@example.com')
  await app.runJobs({ all: true })
  expect(await bell(bo)).toMatchObject([
    {
      type: 'FAMILY_LINK_REQUEST',
      senderId: anna.memberId,
      title: 'Family link request',
      data: {
        invitationId: id,
        familyId,
        inviterEmail: 'anna@example.com',
        inviteeId: bo.memberId,
        inviteeEmail: 'bo@example.com',
      },
    },
  ])
  const [mail] = await mailsToBo()
  expect(mail).toMatchObject({ subject: 'Anna Holm would like to link you as family' })
  expect(mail!.text).toContain('/participants-list#family')
  expect(await bell(anna)).toEqual([])
})

test('an approval, a refusal and an end notify the other side and resolve the invitation on the bell', async () => {
  const ours = () => mailsTo(app, 'anna@example.com')
  const before = (await ours()).length
  const approved = await invite(anna, 'bo@example.com')
  await app.runJobs({ all: true })
  await approve(bo, approved.id)
  expect(await bell(bo)).toEqual([])
  expect(await bell(anna)).toMatchObject([
    {
      type: 'FAMILY_LINK_REQUEST',
      title: 'Family link approved!',
      message: 'You and Bo Holm can act for each other now.',
      data: { invitationId: approved.id, status: 'approved', inviteeId: bo.memberId },
    },
  ])
  await end(bo, approved.id)
  expect((await bell(anna))[0]).toMatchObject({
    title: 'Family link ended',
    message: expect.stringContaining('Bo Holm'),
    data: { invitationId: approved.id, status: 'ended' },
  })
  const refused = await invite(anna, 'carla@example.com')
  await app.runJobs({ all: true })
  await reject(carla, refused.id)
  const [newest] = await bell(anna)
  expect(newest).toMatchObject({ title: 'Family link declined!', senderId: null, data: { status: 'rejected' } })
  expect(JSON.stringify(newest)).not.toMatch(new RegExp(`Carla|Friis|${carla.memberId}`))
  await app.runJobs({ all: true })
  const mails = await ours()
  // The link had ended before the mail about it went out, which then had nothing to say.
  expect(mails.slice(0, mails.length - before).map(({ subject }) => subject)).toEqual([
    'Your family link with Bo Holm has ended',
  ])
})

describe('shared details are hidden from the next call on', () => {
  test('after a refusal neither side sees anything of the other', async () => {
    const { id } = await invite(anna, 'carla@example.com')
    expect(await reject(carla, id)).toMatchObject({ status: 'success' })
    expect([await people(anna), await people(carla)]).toEqual([[], []])
    expect(await received(carla, 'carla@example.com')).toMatchObject([
      { status: 'rejected', inviterEmail: null, inviterName: '', can: { answer: false, end: false } },
    ])
    expect(await sent(anna, 'anna@example.com')).toMatchObject([
      { status: 'rejected', inviteeId: null, inviteeName: null, inviteeEmail: 'carla@example.com' },
    ])
    for (const [one, email] of [
      [anna, 'carla@example.com'],
      [carla, 'anna@example.com'],
    ] as const)
      expect(await codeOf(app.call(members.byEmail, { email }, { as: one.token }))).toBe('not_found')
  })

  test.each([
    ['the inviter', () => anna],
    ['the invitee', () => bo],
  ])('after %s ended the link', async (_, who) => {
    const { id } = await invite(anna, 'bo@example.com')
    await approve(bo, id)
    expect(await codeOf(app.call(members.byEmail, { email: 'bo@example.com' }, { as: anna.token }))).toBe('ok')
    expect(await end(who(), id)).toMatchObject({ status: 'success' })
    expect([await people(anna), await people(bo)]).toEqual([[], []])
    expect(await codeOf(app.call(members.byEmail, { email: 'bo@example.com' }, { as: anna.token }))).toBe('not_found')
    const acting = { as: bo.token, headers: { 'acting-for': anna.memberId } }
    expect(await codeOf(app.call(notifications.bell, {}, acting))).toBe('acting_for_ended')
    expect(await received(bo, 'bo@example.com')).toMatchObject([{ inviterEmail: null, inviterName: '' }])
  })
})

test('after a refusal or an end somebody can invite again, as a new invitation', async () => {
  const first = await invite(anna, 'bo@example.com')
  await reject(bo, first.id)
  const second = await invite(anna, 'bo@example.com')
  expect(second.id).not.toBe(first.id)
  expect(second.familyId).toBe(first.familyId)
  await approve(bo, second.id)
  await end(anna, second.id)
  const third = await invite(bo, 'anna@example.com')
  expect(await approve(anna, third.id)).toMatchObject({ status: 'success' })
})
