import { beforeAll, beforeEach, expect, test } from 'vitest'
import { conversations } from '#contract/conversations/conversations.ts'
import { pathOf } from '#contract/endpoint.ts'
import { visitors } from '#contract/conversations/visitors.ts'
import { inTransaction } from '#server/database/db.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import { buildClub, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { answered, asked, askedByVisitor, attached, buildPass } from '#server/testing/builders/conversation-builders.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { pixel } from '#server/testing/files/pixel.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { deleteUnsentUploads, lockOwner } from './attach-file.ts'

let app: TestApp
let club: Club
let [anna, bo, admin, foreign]: Person[] = []
beforeAll(async () => {
  app = await sharedApp()
  club = await buildClub(app, { key: 'ROKLUB' })
  await buildClub(app, { key: 'TENNIS' })
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  admin = await signedIn(app, 'admin@roklub.example')
  foreign = await signedIn(app, 'admin@tennis.example')
})
beforeEach(() => app.database.sql('truncate rate_windows'))

const text = Buffer.from('Boat 7, Saturday')
const open = (person: Person | undefined, attachmentId: string) =>
  app.call(conversations.attachment, { attachmentId }, person ? { as: person.token } : {})
const write = (person: Person, threadId: string, attachmentIds: string[]) =>
  app.call(conversations.write, { threadId, text: 'See this', token: newToken(), attachmentIds }, { as: person.token })

test("an attached file is opened by its asker and that club's admins only", async () => {
  const files = [
    await attached(app, anna!, text, 'plan.txt'),
    await attached(app, anna!, Buffer.from('%PDF-1.7\n%%EOF\n'), 'rules.pdf'),
  ]
  const ids = files.map(({ id }) => id).toReversed()
  const { messages } = await asked(app, club, anna!, { attachmentIds: ids })
  expect(messages[0]!.attachments.map(({ name }) => name)).toEqual(['rules.pdf', 'plan.txt'])

  for (const reader of [anna, admin]) {
    expect(Buffer.from((await open(reader, files[0]!.id)).bytes)).toEqual(text)
  }
  for (const reader of [bo, foreign]) expect(await codeOf(open(reader, files[0]!.id))).toBe('attachment_not_found')
  expect(await codeOf(open(undefined, files[0]!.id))).toBe('unauthenticated')
})

test("an admin's file is opened by the asker, and not by another club's admin", async () => {
  const { thread, messages } = await asked(app, club, bo!)
  const file = await attached(app, admin!, text, 'answer.txt')
  expect(await codeOf(open(bo, file.id))).toBe('attachment_not_found')
  const answer = { orgId: club.id, threadId: thread.id, text: 'Here', token: newToken(), lastSeen: messages[0]!.id }
  await answered(app, admin!, { ...answer, attachmentIds: [file.id] })
  expect(await codeOf(open(bo, file.id))).toBe('ok')
  expect(await codeOf(open(foreign, file.id))).toBe('attachment_not_found')
  expect(await codeOf(open(anna, file.id))).toBe('attachment_not_found')
})

test('is served as a download, never as a page', async () => {
  const file = await attached(app, anna!, text, '"><svg onload=alert(1)>\\..\\evil.html')
  await asked(app, club, anna!, { attachmentIds: [file.id] })
  const address = app.url + pathOf(conversations.attachment.path, 'izy', { attachmentId: file.id })
  const authorization = `Bearer ${anna!.token}`
  const response = await fetch(address, { headers: { authorization } })
  const header = (name: string) => response.headers.get(name)
  expect(header('content-type')).toBe('text/plain; charset=utf-8')
  expect(header('content-disposition')).toBe(`attachment; filename="evil.html.txt"; filename*=UTF-8''evil.html.txt`)
  expect(header('x-content-type-options')).toBe('nosniff')
  expect(header('content-security-policy')).toBe("default-src 'none'; sandbox; frame-ancestors 'none'")
  expect(header('cache-control')).toBe('private, no-cache')
  const again = { 'if-none-match': header('etag')! }
  expect((await fetch(address, { headers: { authorization, ...again } })).status).toBe(304)
  expect((await fetch(address, { headers: { authorization: `Bearer ${bo!.token}`, ...again } })).status).toBe(404)
})

test('is not read for a caller who has it already or may not have it', async () => {
  const { id } = await attached(app, anna!, text, 'plan.txt')
  const address = app.url + pathOf(conversations.attachment.path, 'izy', { attachmentId: id })
  const get = (person: Person, headers: Record<string, string> = {}) =>
    fetch(address, { headers: { authorization: `Bearer ${person.token}`, ...headers } })
  const etag = (await get(anna!)).headers.get('etag')!
  const whole = await countQueries(() => get(anna!))
  expect(await countQueries(() => get(anna!, { 'if-none-match': etag }))).toBe(whole - 1)
  expect(await countQueries(() => get(bo!))).toBe(whole - 1)
})

test('belongs to its uploader until it is sent: nobody else opens, sends or removes it, and it is sent once', async () => {
  const file = await attached(app, anna!, text, 'plan.txt')
  expect(await codeOf(open(anna, file.id))).toBe('ok')
  expect(await codeOf(open(admin, file.id))).toBe('attachment_not_found')
  expect(await codeOf(open(await signedIn(app, 'super@example.com'), file.id))).toBe('attachment_not_found')
  const remove = (person: Person) =>
    codeOf(app.call(conversations.detach, { attachmentId: file.id }, { as: person.token }))
  expect(await remove(bo!)).toBe('attachment_not_found')

  const { thread: bos } = await asked(app, club, bo!)
  expect(await codeOf(write(bo!, bos.id, [file.id]))).toBe('attachment_not_found')
  const { thread } = await asked(app, club, anna!)
  const { messages } = await write(anna!, thread.id, [file.id, file.id])
  expect(messages.at(-1)!.attachments).toEqual([file])
  expect(await codeOf(write(anna!, thread.id, [file.id]))).toBe('attachment_not_found')
  expect(await codeOf(write(anna!, thread.id, [newId()]))).toBe('attachment_not_found')
  // Refused text was not written either.
  const shown = await app.call(conversations.show, { threadId: thread.id }, { as: anna!.token })
  expect(shown.messages).toHaveLength(2)
  expect(await remove(anna!)).toBe('attachment_not_found')

  const other = await attached(app, anna!)
  await app.call(conversations.detach, { attachmentId: other.id }, { as: anna!.token })
  expect(await codeOf(open(anna, other.id))).toBe('attachment_not_found')
})

test('at most ten wait to be sent, however many arrive at once', async () => {
  const carla = await signedIn(app, 'carla@example.com')
  const outcomes = await Promise.all(Array.from({ length: 25 }, () => codeOf(attached(app, carla, text, 'x.txt'))))
  expect(outcomes.toSorted()).toEqual([...Array(10).fill('ok'), ...Array(15).fill('too_many_attachments')])
  const [kept] = await app.database.sql(
    'select count(*)::int as count from thread_attachments where member_id = $1 and message_id is null',
    [carla.memberId],
  )
  expect(kept).toEqual({ count: 10 })
})

test('has at most 5 MB, and uploads are rate-limited', async () => {
  const dan = await signedIn(app, 'dan@example.com')
  expect(await codeOf(attached(app, dan, Buffer.alloc(5_000_001, 0x61)))).toBe('payload_too_large')
  const outcomes = await Promise.all(Array.from({ length: 35 }, () => codeOf(attached(app, dan, Buffer.from('\0')))))
  expect(outcomes.filter((outcome) => outcome === 'too_many_requests').length).toBeGreaterThanOrEqual(5)
  expect(await codeOf(attached(app, bo!, text))).toBe('ok')
})

test("a visitor's file is sent with its own pass, and opened by the link of its thread", async () => {
  const pass = await buildPass(app)
  const attach = (by = pass) => app.call(visitors.attach, { pass: by, name: 'boat.png', bytes: pixel })
  expect(await codeOf(attach(newToken()))).toBe('challenge_failed')
  const files = await Promise.all(Array.from({ length: 5 }, () => attach()))
  expect(await codeOf(attach())).toBe('too_many_attachments')

  const stolen = { attachmentIds: [files[0]!.id] }
  expect(await codeOf(askedByVisitor(app, club, stolen))).toBe('attachment_not_found')
  expect(await codeOf(asked(app, club, bo!, stolen))).toBe('attachment_not_found')
  const { link, threadId } = await askedByVisitor(app, club, { pass, attachmentIds: files.map(({ id }) => id) })
  // The pass is spent.
  expect(await codeOf(attach())).toBe('challenge_failed')

  const { link: other } = await askedByVisitor(app, club, { email: 'other@visitor.example' })
  const byLink = (one: string) => codeOf(app.call(visitors.attachment, { link: one, attachmentId: files[0]!.id }))
  expect(await byLink(link)).toBe('ok')
  expect(await byLink(other)).toBe('attachment_not_found')
  expect(await byLink(`${threadId}.${'x'.repeat(43)}`)).toBe('thread_link_invalid')
  expect(await codeOf(open(admin, files[0]!.id))).toBe('ok')
  expect(await codeOf(open(foreign, files[0]!.id))).toBe('attachment_not_found')
})

test('a visitor removes a file with its pass only, and sends another instead', async () => {
  const pass = await buildPass(app)
  const attach = () => app.call(visitors.attach, { pass, name: 'boat.png', bytes: pixel })
  const [file] = await Promise.all(Array.from({ length: 5 }, attach))
  const detach = (by: string) => codeOf(app.call(visitors.detach, { pass: by, attachmentId: file!.id }))
  expect(await codeOf(attach())).toBe('too_many_attachments')
  expect(await detach(newToken())).toBe('challenge_failed')
  expect(await detach(await buildPass(app))).toBe('attachment_not_found')
  expect(await detach(pass)).toBe('ok')
  expect(await detach(pass)).toBe('attachment_not_found')
  const { id } = await attach()
  await askedByVisitor(app, club, { pass, attachmentIds: [id], email: 'back@visitor.example' })
  expect(await detach(pass)).toBe('challenge_failed')
})

test('simultaneous uploads of one person wait in line on one connection', async () => {
  const held = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = inTransaction(app.context.db, async (tx) => {
    for (const { memberId } of [anna!, bo!]) await lockOwner(tx, { memberId })
    locked.resolve()
    await held.promise
  })
  await locked.promise
  // Whoever comes last waits, too: by then all others have come as far as they can.
  const all = Promise.all([anna!, anna!, anna!, anna!, bo!].map((person) => attached(app, person)))
  const waiting = async () => {
    const rows = await app.database.sql<{ objid: string }>(
      `select objid::text from pg_locks where locktype = 'advisory' and not granted`,
    )
    return rows.map(({ objid }) => objid)
  }
  await expect.poll(async () => new Set(await waiting()).size).toBe(2)
  expect(await waiting()).toHaveLength(2)
  held.resolve()
  await Promise.all([holding, all])
})

test('files that are not sent within a day are deleted, and nothing else', async () => {
  const sent = await attached(app, anna!)
  await asked(app, club, anna!, { attachmentIds: [sent.id] })
  const old = await attached(app, anna!)
  // Of an answer that could not be sent, which its author may take up again for a month.
  const kept = await attached(app, admin!)
  await app.database.sql(
    `insert into delayed_actions (id, org_id, actor_id, kind, thing_id, label, payload, state, due_at)
     values (portal_new_id(), $1, $2, 'answer', $3, 'Boats', jsonb_build_object('text', 'Yes', 'attachmentIds', array[$4::text]), 'refused', now())`,
    [club.id, admin!.memberId, newId(), kept.id],
  )
  await app.moveClock('23 hours')
  const fresh = await attached(app, anna!)
  await app.moveClock('61 minutes')
  expect(await deleteUnsentUploads(app.context.db)).toBeGreaterThan(0)
  const left = await app.database.sql<{ id: string }>('select id from thread_attachments where id = any($1)', [
    [sent.id, old.id, kept.id, fresh.id],
  ])
  expect(left.map(({ id }) => id).toSorted()).toEqual([sent.id, kept.id, fresh.id].toSorted())
  expect(await deleteUnsentUploads(app.context.db)).toBe(0)
})
