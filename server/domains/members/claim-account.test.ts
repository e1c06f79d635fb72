import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { conversations } from '#contract/conversations/conversations.ts'
import { waiting } from '#contract/events/waiting.ts'
import { members } from '#contract/members/members.ts'
import { notes } from '#contract/conversations/notes.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { inTransaction } from '#server/database/db.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import { createSecrets } from '#server/database/secrets.ts'
import { askClub } from '#server/testing/asking.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { buildClub, buildParticipant, signedIn } from '#server/testing/builders.ts'
import { answered } from '#server/testing/builders/conversation-builders.ts'
import { lockWaits } from '#server/testing/lock-waits.ts'
import { mailsTo, prepare } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { claimToken } from './claim-account.ts'
import { lockMember, updateMember } from './queries.ts'

/** A member whom a club has written down, and nobody signs in as. */
let target: string
const address = 'unverified@example.com'

let app: TestApp
let startedWith: number
beforeAll(async () => {
  app = await sharedApp()
})
beforeEach(async () => {
  // The audit log is never deleted but by a superuser who switches that off.
  await app.database.sql(
    'begin; set local session_replication_role = replica; truncate members, organisations, messages cascade; commit',
  )
  await app.database.sql(
    'select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs)); delete from rate_windows',
  )
  await app.database.sql(`update portal_clock set "offset" = '0'`)
  target = newId()
  await app.database.sql(
    `insert into members (id, first_name, last_name, email, city, language) values ($1, 'Ulla', 'Vest', $2, 'Ribe', 'da')`,
    [target, address],
  )
  startedWith = (await mailsTo(app, address)).length
})

const ulla = () => app.signIn(address)
const signIn = async (as = ulla()) => app.call(members.signIn, {}, { as: await as })
const claim = async (token: string, as = ulla()) => app.call(members.claim, { token }, { as: await as })
const now = async () => (await app.database.sql<{ now: Date }>('select portal_now() as now'))[0]!.now
const token = async () => claimToken(app.context.secrets, target, await now())
/** Newest first. */
const newMails = async () => {
  await app.runJobs({ all: true })
  const all = await mailsTo(app, address)
  return all.slice(0, all.length - startedWith)
}
const identities = () =>
  app.database
    .sql<{ member_id: string }>('select member_id from member_identities')
    .then((rows) => rows.map((row) => row.member_id))

test('the mailed link connects the sign-in with the member, once', async () => {
  const { member: empty } = await signIn()
  expect(empty.id).not.toBe(target)
  const [mail, ...more] = await newMails()
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    subject: expect.stringContaining('Var det dig'),
    from: expect.stringContaining('Klubportal'),
  })
  const link = new URL(/http\S+\/claim-account\?token=\S+/.exec(mail!.text)![0])
  const mailed = link.searchParams.get('token')!

  expect(await claim(mailed)).toMatchObject({ id: target, firstName: 'Ulla', can: { edit: true } })
  expect((await signIn()).member.id).toBe(target)
  expect(await identities()).toEqual([target])
  expect(await app.database.sql('select enabled from members where id = $1', [empty.id])).toEqual([{ enabled: false }])
  // From now on the link leads them to their profile.
  expect(await claim(mailed)).toMatchObject({ id: target })
  expect(await identities()).toEqual([target])
})

test('threads, files, answers and notes of the new profile are moved along', async () => {
  const club = await buildClub(app)
  const { member: before } = await signIn()
  const as = { as: await ulla() }
  const file = await app.call(conversations.attach, { name: 'plan.txt', bytes: Buffer.from('A plan') }, as)
  const unsent = await app.call(conversations.attach, { name: 'next.txt', bytes: Buffer.from('Next') }, as)
  const { thread, messages } = await askClub(app, { token: await ulla() }, club, { attachmentIds: [file.id] })
  const threadId = thread.id
  await app.call(notes.add, { text: 'Buy oars', token: newToken() }, as)
  const admin = await signedIn(app, 'admin@roklub.example')
  await app.database.sql(`update organisations set key = 'ROKLUB' where id = $1`, [club.id])
  const answer = { orgId: club.id, threadId, text: 'Yes, 12.', token: newToken(), lastSeen: messages[0]!.id }
  const { messages: replied } = await answered(app, admin, answer)
  expect((await app.call(notifications.bell, {}, as)).count).toBe(1)

  expect((await claim(await token())).id).toBe(target)
  expect(await app.call(conversations.list, {}, as)).toMatchObject({
    unread: 1,
    threads: [{ id: threadId, unread: 1 }],
  })
  const { newest } = await app.call(notifications.bell, {}, as)
  expect(newest).toMatchObject([{ type: 'CONTACT_US_REPLY', receiverId: target, messageThreadId: threadId }])
  expect(await app.call(notes.list, {}, as)).toMatchObject([{ text: 'Buy oars' }])
  for (const { id } of [file, unsent]) expect(await app.call(conversations.attachment, { attachmentId: id }, as))
  const more = { threadId, text: 'And a key?', token: newToken(), attachmentIds: [unsent.id] }
  const { messages: written } = await app.call(conversations.write, more, as)
  expect(written).toHaveLength(3)
  await app.call(conversations.markRead, { threadId, upTo: replied.at(-1)!.id }, as)
  // Answers go to the member's address from now on.
  await answered(app, admin, { ...answer, token: newToken(), lastSeen: written.at(-1)!.id })
  expect((await newMails()).map(({ subject }) => subject)).toContainEqual(expect.stringContaining('A boat place'))
  // So do those that were waiting to be sent.
  expect(await app.database.sql(`select status from messages where template = 'contact-answered'`)).toEqual([
    { status: 'sent' },
    { status: 'sent' },
  ])
  for (const table of ['threads', 'thread_messages', 'thread_attachments', 'thread_reads', 'notes'])
    expect(await app.database.sql(`select from ${table} where member_id = $1`, [before.id])).toEqual([])
})

test('writes from another tab during the claim are refused, not lost', async () => {
  const club = await buildClub(app)
  const { member: before } = await signIn()
  const as = { as: await ulla() }
  const writing = () => [
    askClub(app, { token: as.as }, club),
    app.call(notes.add, { text: 'Buy oars', token: newToken() }, as),
    app.call(conversations.attach, { name: 'plan.txt', bytes: Buffer.from('A plan') }, as),
  ]
  const codes = await inTransaction(app.context.db, async (tx) => {
    await lockMember(tx, before.id)
    const written = writing().map(codeOf)
    await lockWaits(app, written.length)
    await updateMember(tx, before.id, { enabled: false })
    return { written }
  })
  expect(await Promise.all(codes.written)).toEqual(['unavailable', 'unavailable', 'unavailable'])
  for (const table of ['threads', 'thread_attachments', 'notes'])
    expect(await app.database.sql(`select from ${table}`)).toEqual([])
})

test('three clicks at once claim it once', async () => {
  await signIn()
  const mine = await token()
  const clicks = await Promise.all([claim(mine), claim(mine), claim(mine)])
  expect(clicks.map(({ id }) => id)).toEqual([target, target, target])
  expect(await identities()).toEqual([target])
})

test('a first sign-in and a claim at the same moment never make two members of one sign-in', async () => {
  const mine = await token()
  await ulla()
  const [claimed, ...arrived] = await Promise.all([claim(mine), signIn(), signIn(), signIn(), signIn()])
  expect(claimed.id).toBe(target)
  expect(new Set(arrived.map(({ member }) => member.id)).size).toBeLessThanOrEqual(2)
  expect((await signIn()).member.id).toBe(target)
  expect(await identities()).toEqual([target])
})

test('the link is mailed once a day, however often somebody signs in', async () => {
  for (let times = 0; times < 4; times++) await signIn()
  expect(await newMails()).toHaveLength(1)
  await app.moveClock('25 hours')
  await signIn()
  await signIn()
  expect(await newMails()).toHaveLength(2)
})

describe('no link is offered to somebody', () => {
  test('whose address is verified: they become that member at once', async () => {
    await app.database.sql(`update members set email = 'newcomer@example.com'`)
    expect((await signIn(app.signIn('newcomer@example.com'))).member.id).toBe(target)
    expect(await app.database.sql('select * from messages')).toEqual([])
  })

  test('whose address belongs to a member with a sign-in, a disabled one, or nobody', async () => {
    await app.database.sql(
      `insert into member_identities (issuer, subject, member_id) values ('https://x.example', 'x', $1)`,
      [target],
    )
    await signIn()
    await app.database.sql('delete from member_identities')
    await app.database.sql('update members set enabled = false where id = $1', [target])
    await signIn()
    await app.database.sql(`update members set enabled = true, email = 'other@example.com' where id = $1`, [target])
    await signIn()
    expect(await app.database.sql('select * from messages')).toEqual([])
  })

  test('who claimed the profile before the mail was sent', async () => {
    await signIn()
    await app.database.sql(
      `insert into member_identities (issuer, subject, member_id) values ('https://x.example', 'x', $1)`,
      [target],
    )
    expect(await newMails()).toEqual([])
    expect(await app.database.sql('select status from messages')).toEqual([{ status: 'unwanted' }])
  })
})

describe('a link does not work', () => {
  test.each([
    ['made up', async () => `${target}.4102444800.${'x'.repeat(43)}`],
    ['signed with another key', async () => claimToken(createSecrets('x'.repeat(40)), target, await now())],
    ['of another member', async () => (await token()).replace(target, '01890000-0000-7000-8000-00000000000b')],
    ['made for another member', async () => claimToken(app.context.secrets, newId(), await now())],
    ['given a longer life', async () => (await token()).replace(/\.\d+\./, '.4102444800.')],
    ['with more behind it', async () => `${await token()}.x`],
    ['empty', async () => ''],
  ])('%s', async (_, made) => {
    await signIn()
    await expect(claim(await made())).rejects.toMatchObject({ code: 'claim_link_invalid' })
    expect(await identities()).not.toContain(target)
  })

  test('a day later', async () => {
    await signIn()
    const mine = await token()
    await app.moveClock('23 hours 59 minutes')
    const again = await token()
    await app.moveClock('2 minutes')
    await expect(claim(mine)).rejects.toMatchObject({ code: 'claim_link_invalid' })
    await expect(claim(again)).resolves.toMatchObject({ id: target })
  })

  test('for somebody who signs in with another address', async () => {
    await expect(claim(await token(), app.signIn('bo@example.com'))).rejects.toMatchObject({
      code: 'claim_link_invalid',
    })
    await signIn(app.signIn('bo@example.com'))
    await expect(claim(await token(), app.signIn('bo@example.com'))).rejects.toMatchObject({
      code: 'claim_link_invalid',
    })
  })

  test('without a sign-in', async () => {
    await expect(app.call(members.claim, { token: await token() }, {})).rejects.toMatchObject({
      code: 'unauthenticated',
    })
  })

  test('when the new profile already has orders or family, or waits for a place', async () => {
    const { member } = await signIn()
    const person = { token: await ulla(), memberId: member.id }
    const child = await buildParticipant(app, person, 'Alma')
    await expect(claim(await token())).rejects.toMatchObject({ status: 409, code: 'claim_not_possible' })
    await app.database.sql('delete from members where id = $1', [child])

    const club = await buildClub(app)
    const camp = await buildEvent(app, club, { capacity: 1, categories: [{ category: 'adult', price: 0 }] })
    const other = await signedIn(app, 'erik@example.com')
    await prepare(app, other, [{ memberId: other.memberId, event: camp }])
    const people = [{ memberId: member.id, category: 'adult' }]
    await app.call(waiting.join, { eventId: camp.id, people, mode: 'any' }, { as: person.token })
    await expect(claim(await token())).rejects.toMatchObject({ code: 'claim_not_possible' })
    await app.database.sql(`update waiting_wishes set status = 'left' where buyer_id = $1`, [member.id])

    await prepare(app, person, [{ memberId: member.id, season: club.season }])
    await expect(claim(await token())).rejects.toMatchObject({ code: 'claim_not_possible' })
    expect(await identities()).not.toContain(target)
  })

  test('when the member is disabled', async () => {
    await signIn()
    await app.database.sql('update members set enabled = false where id = $1', [target])
    await expect(claim(await token())).rejects.toMatchObject({ code: 'member_disabled' })
  })
})

test("a newcomer is welcomed once, in their browser's language; a known member is not", async () => {
  const email = 'newcomer@example.com'
  const how = { as: await app.signIn(email), headers: { 'accept-language': 'da-DK' } }
  for (let times = 0; times < 3; times++) await app.call(members.signIn, {}, how)
  await app.database.sql(
    `insert into members (id, first_name, last_name, email) values (gen_random_uuid(), 'Dan', 'Krogh', 'dan@example.com')`,
  )
  await signIn(app.signIn('dan@example.com'))
  await app.runJobs({ all: true })
  const mails = await mailsTo(app, email)
  expect(mails).toMatchObject([{ subject: 'Velkommen til Klubportal', from: `Klubportal <${app.sender}>` }])
  expect(await app.database.sql('select template from messages')).toEqual([{ template: 'welcome' }])
})
