import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { family, type Invitation } from '#contract/family.ts'
import { members } from '#contract/members.ts'
import { notifications } from '#contract/notifications.ts'
import { buildParticipant, linkedTo, signedIn, type Person } from '#server/testing/builders.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { mailsTo } from '#server/testing/purchase.ts'
import { ApiProblem, createTestApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let bo: Person
let carla: Person
beforeAll(async () => {
  app = await createTestApp()
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  carla = await signedIn(app, 'carla@example.com')
})
beforeEach(async () => {
  await app.database.sql('truncate rate_windows, family_invitations, notifications, messages')
  await app.database.sql('delete from graphile_worker._private_jobs')
})
afterAll(() => app.close())

const as = (person: Person, language = 'en') => ({ as: person.token, headers: { 'accept-language': language } })
const invite = (inviter: Person, inviteeEmail: string) => app.call(family.invite, { inviteeEmail }, as(inviter))
const approve = (person: Person, id: string, language?: string) =>
  app.call(family.approve, { id }, as(person, language))
const reject = (person: Person, id: string) => app.call(family.reject, { id }, as(person))
const end = (person: Person, id: string) => app.call(family.end, { id }, as(person))
const sent = (person: Person, inviterEmail: string) => app.call(family.invitations, { inviterEmail }, as(person))
const received = (person: Person, email: string) => app.call(family.invitations, { email }, as(person))
const bell = async (person: Person) => (await app.call(notifications.bell, {}, as(person))).newest
const people = async (person: Person) =>
  (await app.call(family.people, {}, as(person))).map(({ member, as: how }) => [member.firstName, how])
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: unknown) => (error instanceof ApiProblem ? error.code : Promise.reject(error)),
  )
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
    message: 'Family link approved! You and Anna Holm can act for each other now.',
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

test('the answer to an invitation is the same whether or not the address has an account, and costs the same', async () => {
  const known = await invite(anna, 'bo@example.com')
  const unknown = await invite(anna, 'bo@nowhere.example')
  expect(shapeOf(known)).toBe(shapeOf(unknown))
  expect(known).toMatchObject({ inviteeId: null, inviteeName: null, status: 'pending' })
  expect((await sent(anna, 'anna@example.com')).map(shapeOf)).toEqual([shapeOf(known), shapeOf(known)])
  // Told by a job: nothing of it was written while the caller waited.
  expect(await app.database.sql('select id from notifications union all select id from messages')).toEqual([])
  await app.database.sql(`delete from family_invitations`)
  const statements = []
  for (const address of ['bo@example.com', 'bo@nowhere.example'])
    statements.push(await countQueries(() => invite(anna, address)))
  expect(statements[0]).toBe(statements[1])
})

test('a pending invitation is returned, and nobody is told twice', async () => {
  const first = await invite(anna, 'bo@example.com')
  const mailsBefore = (await mailsTo('bo@example.com')).length
  await app.runJobs({ all: true })
  expect(await invite(anna, 'Bo@Example.com ')).toEqual(first)
  await app.runJobs({ all: true })
  expect(await bell(bo)).toHaveLength(1)
  expect((await mailsTo('bo@example.com')).length).toBe(mailsBefore + 1)
})

test('whoever is invited hears of it by bell and mail; WhatsApp is for those who asked', async () => {
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
  const [mail] = await mailsTo('bo@example.com')
  expect(mail).toMatchObject({ subject: 'Anna Holm would like to link you as family' })
  expect(mail!.text).toContain('/participants-list#family')
  expect(await bell(anna)).toEqual([])
})

test('an approval, a refusal and an end reach the other one, and answer what was asked on the bell', async () => {
  const before = (await mailsTo('anna@example.com')).length
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
  const [told] = await bell(anna)
  expect(told).toMatchObject({ title: 'Family link declined!', senderId: null, data: { status: 'rejected' } })
  expect(JSON.stringify(told)).not.toMatch(new RegExp(`Carla|Friis|${carla.memberId}`))
  await app.runJobs({ all: true })
  const mails = await mailsTo('anna@example.com')
  // The link had ended before the mail about it went out, which then had nothing to say.
  expect(mails.slice(0, mails.length - before).map(({ subject }) => subject)).toEqual([
    'Your family link with Bo Holm has ended',
  ])
})

describe('what is shared is gone with the next request', () => {
  test('after a refusal nothing of the other is shown to either', async () => {
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
      expect(await codeOf(app.call(members.byEmail, { email }, as(one)))).toBe('not_found')
  })

  test.each([
    ['the inviter', () => anna],
    ['the invitee', () => bo],
  ])('after %s ended the link', async (_, who) => {
    const { id } = await invite(anna, 'bo@example.com')
    await approve(bo, id)
    expect(await codeOf(app.call(members.byEmail, { email: 'bo@example.com' }, as(anna)))).toBe('ok')
    expect(await end(who(), id)).toMatchObject({ status: 'success' })
    expect([await people(anna), await people(bo)]).toEqual([[], []])
    expect(await codeOf(app.call(members.byEmail, { email: 'bo@example.com' }, as(anna)))).toBe('not_found')
    const acting = { ...as(bo), headers: { 'acting-for': anna.memberId } }
    expect(await codeOf(app.call(notifications.bell, {}, acting))).toBe('acting_for_ended')
    expect(await received(bo, 'bo@example.com')).toMatchObject([{ inviterEmail: null, inviterName: '' }])
  })
})

test('after a refusal or an end somebody asks again, and it is a new question', async () => {
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

describe('somebody without an account', () => {
  const address = 'newcomer@example.com'

  test('gets a mail that says how to get one, finds the question when they sign in, and answers it', async () => {
    const before = (await mailsTo(address)).length
    const { id } = await invite(anna, address)
    await app.runJobs({ all: true })
    const mails = await mailsTo(address)
    expect(mails).toHaveLength(before + 1)
    expect(mails[0]!.text).toMatch(/1\. Create an account[\s\S]*newcomer@example\.com[\s\S]*2\. Answer/)
    expect(mails[0]!.text).not.toMatch(/unsubscribe|#messages/)
    const nanna = await signedIn(app, address)
    expect(await bell(nanna)).toMatchObject([{ type: 'FAMILY_LINK_REQUEST', data: { invitationId: id } }])
    expect(await approve(nanna, id)).toMatchObject({ status: 'success' })
    expect(await people(anna)).toEqual([['Nanna', 'relative']])
    await signedIn(app, address)
    expect(await bell(nanna)).toEqual([])
  })

  test('is mailed once a day by one person, and five times by everybody together', async () => {
    const stranger = 'nobody@nowhere.example'
    for (let times = 0; times < 3; times++) {
      const { id } = await invite(anna, stranger)
      await app.runJobs({ all: true })
      await end(anna, id)
    }
    const asked = () =>
      app.database.sql<{ member_id: null }>(`select member_id from messages where template = 'family-invited'`)
    expect(await asked()).toEqual([{ member_id: null }])
    await app.database.sql('truncate messages, rate_windows')
    await app.database.sql('delete from graphile_worker._private_jobs')
    for (const name of ['anna', 'bo', 'carla', 'dan', 'erik', 'super']) {
      await invite(await signedIn(app, `${name}@example.com`), 'another@nowhere.example')
      await app.runJobs({ all: true })
    }
    expect(await asked()).toHaveLength(5)
  })

  test('an address that is not verified finds nothing', async () => {
    const { id } = await invite(anna, 'unverified@example.com')
    const ulla = await signedIn(app, 'unverified@example.com')
    expect(await bell(ulla)).toEqual([])
    expect(await codeOf(approve(ulla, id))).toBe('not_found')
  })
})

describe('is refused', () => {
  test('to invite oneself, somebody linked already, or without an address of one’s own', async () => {
    expect(await codeOf(invite(anna, 'anna@example.com'))).toBe('invitation_to_oneself')
    await linkedTo(app, bo, anna)
    expect(await codeOf(invite(anna, 'bo@example.com'))).toBe('already_linked')
    const ulla = await signedIn(app, 'unverified@example.com')
    expect(await codeOf(invite(ulla, 'bo@example.com'))).toBe('email_required')
    expect(await codeOf(invite(anna, 'no address'))).toBe('invalid_input')
  })

  test('to answer for the other, or to touch what is between others', async () => {
    const { id } = await invite(anna, 'bo@example.com')
    expect(await codeOf(approve(anna, id))).toBe('forbidden')
    expect(await codeOf(reject(anna, id))).toBe('forbidden')
    expect(await codeOf(end(bo, id))).toBe('forbidden')
    for (const call of [approve, reject, end]) expect(await codeOf(call(carla, id))).toBe('not_found')
    expect(await app.database.sql('select status from family_invitations')).toEqual([{ status: 'pending' }])
  })

  test('to list what another address sent or received', async () => {
    await invite(anna, 'bo@example.com')
    expect(await codeOf(sent(bo, 'anna@example.com'))).toBe('not_found')
    expect(await codeOf(received(carla, 'bo@example.com'))).toBe('not_found')
    expect(await codeOf(received(carla, 'nobody@nowhere.example'))).toBe('not_found')
  })

  test('to invite more than five a minute, or twenty a day', async () => {
    for (let times = 0; times < 5; times++) await invite(anna, 'bo@example.com')
    expect(await codeOf(invite(anna, 'bo@example.com'))).toBe('too_many_requests')
    const minute = `update rate_windows set started_at = started_at - interval '61 seconds'`
    for (let round = 0; round < 3; round++) {
      await app.database.sql(minute)
      for (let times = 0; times < 5; times++) await invite(anna, 'bo@example.com')
    }
    await app.database.sql(minute)
    expect(await codeOf(invite(anna, 'bo@example.com'))).toBe('too_many_requests')
    expect(await codeOf(invite(bo, 'anna@example.com'))).toBe('ok')
  })
})

test('what was answered already says what it is, in the caller’s language', async () => {
  const { id } = await invite(anna, 'bo@example.com')
  await approve(bo, id)
  expect(await approve(bo, id)).toEqual({ status: 'error', message: 'It is approved already: you are linked.' })
  expect(await reject(bo, id)).toMatchObject({ status: 'error', message: 'It is approved already: you are linked.' })
  await end(anna, id)
  expect(await end(bo, id)).toMatchObject({ status: 'error', message: expect.stringContaining('withdrawn or ended') })
  expect(await approve(bo, id, 'da')).toMatchObject({
    status: 'error',
    message: expect.stringContaining('gælder ikke'),
  })
  const again = await invite(anna, 'bo@example.com')
  await reject(bo, again.id)
  expect(await approve(bo, again.id)).toMatchObject({ status: 'error', message: expect.stringContaining('declined') })
})

test('every change is written down with who made it', async () => {
  const { id } = await invite(anna, 'bo@example.com')
  await approve(bo, id)
  await end(anna, id)
  const changes = await app.database.sql(
    `select from_status, to_status, actor_id from status_changes where thing_id = $1 order by id`,
    [id],
  )
  expect(changes).toEqual([
    { from_status: 'pending', to_status: 'approved', actor_id: bo.memberId },
    { from_status: 'approved', to_status: 'ended', actor_id: anna.memberId },
  ])
  const acts = await app.database.sql(`select name, actor_id from acts where data->>'invitationId' = $1 order by id`, [
    id,
  ])
  expect(acts).toEqual([
    { name: 'family_invited', actor_id: anna.memberId },
    { name: 'family_approved', actor_id: bo.memberId },
    { name: 'family_ended', actor_id: anna.memberId },
  ])
})
