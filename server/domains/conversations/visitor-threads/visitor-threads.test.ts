import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { conversations } from '#contract/conversations/conversations.ts'
import { visitors, type Challenge } from '#contract/conversations/visitors.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import { createSecrets } from '#server/database/secrets.ts'
import { askAsVisitor, askClub, forgetRates, passOf, solved } from '#server/testing/asking.ts'
import { buildClub, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { answered } from '#server/testing/builders/conversation-builders.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { deleteExpiredPasses } from './proof-of-work.ts'
import { threadLink } from './visitor-threads.ts'

let app: TestApp
let club: Club
let anna: Person
let rikke: Person
beforeAll(async () => {
  app = await sharedApp()
  club = await buildClub(app, { key: 'ROKLUB' })
  anna = await signedIn(app, 'anna@example.com')
  rikke = await signedIn(app, 'admin@roklub.example')
})
beforeEach(() => forgetRates(app))

/** The key of one try, whether it is the answer or not. */
async function derivedFrom({ parameters }: Challenge, counter: number): Promise<string> {
  const password = Buffer.concat([Buffer.from(parameters.nonce, 'hex'), Buffer.alloc(4)])
  password.writeUInt32BE(counter, password.length - 4)
  const { derivedKey } = await deriveKey(parameters, Buffer.from(parameters.salt, 'hex'), password)
  return Buffer.from(derivedKey).toString('hex')
}
const exchange = (work: Awaited<ReturnType<typeof solved>>) => app.call(visitors.pass, work)
const lastThread = async () =>
  (
    await app.database.sql<{ id: string }>('select id from threads where member_id is null order by created_at desc')
  )[0]!.id
const linkTo = (threadId: string) => threadLink(app.context.secrets, threadId)

describe('proof that a person writes', () => {
  test('a solved challenge gives one pass, however often it is sent at once', async () => {
    const work = await solved(app)
    const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(exchange(work))))
    expect(codes.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'challenge_failed'), 'ok'])
  })

  test('a wrong solution, an altered challenge and a foreign signature are refused', async () => {
    const work = await solved(app)
    const { challenge, solution } = work
    const other = await solved(app)
    const changed = (parameters: Partial<typeof challenge.parameters>) => ({
      ...work,
      challenge: { ...challenge, parameters: { ...challenge.parameters, ...parameters } },
    })
    const forged = [
      { ...work, solution: { ...solution, derivedKey: other.solution.derivedKey } },
      // A number that anybody can derive is no solution.
      { ...work, solution: { counter: 1, derivedKey: await derivedFrom(challenge, 1) } },
      changed({ expiresAt: challenge.parameters.expiresAt + 3600 }),
      changed({ salt: other.challenge.parameters.salt }),
      changed({ cost: 1 }),
      changed({ keySignature: '' }),
      { ...work, challenge: { ...challenge, signature: other.challenge.signature } },
      { ...work, challenge: { ...challenge, signature: '' } },
    ]
    for (const one of forged) expect(await codeOf(exchange(one))).toBe('challenge_failed')
    expect(await codeOf(exchange(work))).toBe('ok')
  })

  test('a challenge expires after an hour, and a pass an hour after it was given', async () => {
    const [early, late, never] = [await solved(app), await solved(app), await solved(app)]
    const { pass: first } = await exchange(early)
    await app.moveClock('59 minutes')
    // A salt is kept for as long as its challenge could be sent again.
    await deleteExpiredPasses(app.context.db)
    expect(await codeOf(exchange(early))).toBe('challenge_failed')
    const { pass } = await exchange(late)
    await app.moveClock('2 minutes')
    expect(await codeOf(askAsVisitor(app, club, { pass: first }))).toBe('challenge_failed')
    expect(await codeOf(exchange(never))).toBe('challenge_failed')
    expect(await codeOf(askAsVisitor(app, club, { pass }))).toBe('ok')
    await deleteExpiredPasses(app.context.db)
    expect(await app.database.sql('select * from contact_passes where expires_at < portal_now()')).toEqual([])
  })

  test('only the hash of a pass is stored', async () => {
    const pass = await passOf(app)
    const rows = await app.database.sql('select * from contact_passes')
    expect(JSON.stringify(rows)).not.toContain(pass)
  })
})

describe('a question of somebody without an account', () => {
  test('is stored once for a pass and token, and a pass sends no second one', async () => {
    const [pass, token] = [await passOf(app), newToken()]
    const before = await app.database.sql('select id from threads')
    const same = () => codeOf(askAsVisitor(app, club, { pass, token }))
    expect(await Promise.all([same(), same(), same()])).toEqual(['ok', 'ok', 'ok'])
    expect(await codeOf(askAsVisitor(app, club, { pass }))).toBe('challenge_failed')
    expect(await app.database.sql('select id from threads')).toHaveLength(before.length + 1)
  })

  test('with an unknown pass or club stores nothing, and the pass can be used again', async () => {
    const pass = await passOf(app)
    expect(await codeOf(askAsVisitor(app, { id: newId() }, { pass }))).toBe('organisation_not_found')
    expect(await codeOf(askAsVisitor(app, club, { pass: newToken() }))).toBe('challenge_failed')
    expect(await codeOf(askAsVisitor(app, club, { pass, attachmentIds: [newId()] }))).toBe('attachment_not_found')
    expect(await codeOf(askAsVisitor(app, club, { pass }))).toBe('ok')
  })

  test('takes only files of its pass', async () => {
    const [mine, yours] = [await passOf(app), await passOf(app)]
    const bytes = new TextEncoder().encode('A plan')
    const { id } = await app.call(visitors.attach, { pass: mine, name: 'plan.txt', bytes })
    expect(await codeOf(askAsVisitor(app, club, { pass: yours, attachmentIds: [id] }))).toBe('attachment_not_found')
    expect(await codeOf(askAsVisitor(app, club, { pass: mine, attachmentIds: [id] }))).toBe('ok')
    expect(await codeOf(app.call(visitors.attach, { pass: mine, name: 'b.txt', bytes }))).toBe('challenge_failed')
  })

  test('belongs to no member, not even one with the same address', async () => {
    await askAsVisitor(app, club, { email: 'anna@example.com' })
    const threadId = await lastThread()
    expect(await codeOf(app.call(conversations.show, { threadId }, { as: anna.token }))).toBe('thread_not_found')
    expect((await app.call(conversations.list, {}, { as: anna.token })).threads).toEqual([])
  })
})

describe('the link in a mail to a visitor', () => {
  test('opens their thread and lets them reply, which reopens it', async () => {
    await askAsVisitor(app, club, { token: newToken() })
    const threadId = await lastThread()
    const link = linkTo(threadId)
    const shown = await app.call(visitors.show, { link })
    expect(shown).toMatchObject({ thread: { id: threadId, unread: 0 }, messages: [{ author: 'Vera Visitor' }] })
    await answered(app, rikke, {
      orgId: club.id,
      threadId,
      text: 'Yes, 200 metres.',
      token: newToken(),
      lastSeen: shown.messages[0]!.id,
    })
    const token = newToken()
    const write = () => app.call(visitors.write, { link, text: 'Thank you!', token })
    const [first, second] = await Promise.all([write(), write()])
    expect(first.messages.map(({ text }) => text)).toEqual([
      'Must one be able to swim?',
      'Yes, 200 metres.',
      'Thank you!',
    ])
    expect(second.messages).toEqual(first.messages)
    expect(first.thread.state).toBe('open')
  })

  test("opens nothing when it is forged, of another thread or for a member's thread", async () => {
    await askAsVisitor(app, club)
    const threadId = await lastThread()
    const link = linkTo(threadId)
    const { thread } = await askClub(app, anna, club)
    const wrong = [
      threadId,
      `${threadId}.`,
      `${threadId}.${'x'.repeat(43)}`,
      link.replace(threadId, thread.id),
      `${link}.x`,
      link.toUpperCase(),
      threadLink(createSecrets('x'.repeat(40)), threadId),
      `${threadId}.${app.context.secrets.sign('unsubscribe', threadId)}`,
      // The portal's own signature makes no member's thread a visitor's.
      linkTo(thread.id),
      linkTo(newId()),
      '',
    ]
    for (const one of wrong) {
      expect(await codeOf(app.call(visitors.show, { link: one }))).toBe('thread_link_invalid')
      await forgetRates(app)
      const write = app.call(visitors.write, { link: one, text: 'Hello', token: newToken() })
      expect(await codeOf(write)).toBe('thread_link_invalid')
    }
  })
})
