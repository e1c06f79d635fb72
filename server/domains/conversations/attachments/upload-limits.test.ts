import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { conversations } from '#contract/conversations/conversations.ts'
import { pathOf } from '#contract/endpoint.ts'
import { visitors } from '#contract/conversations/visitors.ts'
import { hashToken } from '#server/database/secrets.ts'
import { Problem } from '#server/http/problem.ts'
import { signedIn, type Person } from '#server/testing/builders.ts'
import { attached, buildPass } from '#server/testing/builders/conversation-builders.ts'
import { pixel } from '#server/testing/files/pixel.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { countFile } from './upload-limits.ts'

/** Nobody has time for it. */
const busy = () => Promise.reject(new Problem('unavailable'))

let app: TestApp
let [anna, bo, admin]: Person[] = []
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  admin = await signedIn(app, 'admin@roklub.example')
})
beforeEach(() => app.database.sql('truncate rate_windows'))

test('a pass has twenty uploads; refused files count, unread ones do not', async () => {
  const pass = await buildPass(app)
  const key = createHash('sha256')
    .update(`pass upload try\0of ${hashToken(pass)}`)
    .digest('base64url')
    .slice(0, 22)
  const tries = async () =>
    (await app.database.sql<{ hits: number }>('select hits from rate_windows where key = $1', [key]))[0]?.hits
  const attach = (bytes: Uint8Array) => app.call(visitors.attach, { pass, name: 'x', bytes })
  const [file] = await Promise.all(Array.from({ length: 5 }, () => attach(pixel)))
  expect(await codeOf(attach(pixel))).toBe('too_many_attachments')
  expect(await tries()).toBe(5)
  await app.call(visitors.detach, { pass, attachmentId: file!.id })
  const uploader = { passHash: hashToken(pass), ip: '127.0.0.1' }
  await expect(countFile(app.context.db, uploader, 9, busy)).rejects.toThrow('unavailable')
  expect(await tries()).toBe(5)
  await app.database.sql('update rate_windows set hits = 19 where key = $1', [key])
  expect(await codeOf(attach(Buffer.from('\0')))).toBe('attachment_type')
  expect(await codeOf(attach(pixel))).toBe('too_many_requests')
})

test('a file that was never read uses no quota', async () => {
  const used = () => app.database.sql('select key, hits from rate_windows where hits >= 100 order by key')
  expect(await codeOf(attached(app, bo!, Buffer.alloc(200_000, 'a')))).toBe('ok')
  const before = await used()
  expect(before).toHaveLength(1)
  await expect(countFile(app.context.db, { memberId: bo!.memberId }, 150_000, busy)).rejects.toThrow('unavailable')
  expect(await used()).toEqual(before)
})

describe('the daily volume is limited', () => {
  /** As if so many kilobytes had been sent so many hours ago. */
  const sent = (kilobytes: number, hours = 0) =>
    app.database.sql(
      'update rate_windows set hits = hits + $1, started_at = started_at - make_interval(hours => $2) where hits >= 1000',
      [kilobytes, hours],
    )
  const megabytes = (count: number) => Buffer.alloc(count * 1_000_000, 'a')

  test('for a member, also for deleted files, and the refusal says when to retry', async () => {
    const dan = await signedIn(app, 'dan@example.com')
    const attach = (bytes: Uint8Array) => attached(app, dan, bytes, 'x.txt')
    expect(await codeOf(attach(Buffer.alloc(2_000_000)))).toBe('attachment_type')
    await sent(196_000, 20)
    expect(await codeOf(attach(megabytes(1)))).toBe('ok')
    const refusal = await fetch(`${app.url}${pathOf(conversations.attach.path, 'izy')}?name=x.txt`, {
      method: 'POST',
      headers: { authorization: `Bearer ${dan.token}` },
      body: megabytes(2),
    })
    expect([refusal.status, ((await refusal.json()) as { code: string }).code]).toEqual([429, 'upload_limit'])
    expect(Number(refusal.headers.get('retry-after')) / 3600).toBeCloseTo(4, 1)
    // Refused files took no room.
    expect(await codeOf(attach(megabytes(1)))).toBe('ok')
    expect(await codeOf(attached(app, bo!, megabytes(1)))).toBe('ok')
    await sent(0, 5)
    expect(await codeOf(attach(megabytes(2)))).toBe('ok')
  })

  test('for a pass, and for an address', async () => {
    const [pass, other] = [await buildPass(app), await buildPass(app)]
    const attach = (by: string) => codeOf(app.call(visitors.attach, { pass: by, name: 'x.txt', bytes: megabytes(2) }))
    expect(await attach(pass)).toBe('ok')
    await sent(27_000)
    expect(await attach(pass)).toBe('upload_limit')
    expect(await attach(other)).toBe('ok')
    await app.database.sql('update rate_windows set hits = 99000 where hits between 20000 and 40000')
    expect(await attach(other)).toBe('upload_limit')
    expect(await codeOf(attached(app, anna!, megabytes(1)))).toBe('ok')
  })

  test('also for simultaneous uploads', async () => {
    expect(await codeOf(attached(app, admin!, megabytes(1), 'x.txt'))).toBe('ok')
    await sent(197_000)
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => codeOf(attached(app, admin!, megabytes(1), 'x.txt'))),
    )
    expect(outcomes.toSorted()).toEqual(['ok', 'ok', ...Array(3).fill('upload_limit')])
  })
})
