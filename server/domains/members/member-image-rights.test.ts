import sharp from 'sharp'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { acting } from '#contract/members/acting.ts'
import { pathOf } from '#contract/endpoint.ts'
import { members } from '#contract/members/members.ts'
import { buildParticipant, linkedTo, signedIn, type Person } from '#server/testing/builders.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let bo: Person
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
})
beforeEach(() => app.database.sql('delete from rate_windows'))

const put = (bytes: Uint8Array, memberId = anna.memberId, person = anna) =>
  app.call(members.putImage, { memberId, bytes }, { as: person.token })
const get = (memberId = anna.memberId, person = anna) => app.call(members.image, { memberId }, { as: person.token })
const remove = (memberId = anna.memberId, person = anna) =>
  app.call(members.removeImage, { memberId }, { as: person.token })
const raw = (person: Person | null, headers: Record<string, string> = {}) =>
  fetch(app.url + pathOf(members.image.path, 'izy', { memberId: anna.memberId }), {
    headers: { ...(person ? { authorization: `Bearer ${person.token}` } : {}), ...headers },
  })
const picture = (width: number, height: number, background = '#c00000') =>
  sharp({ create: { width, height, channels: 3, background } })

test("is seen and changed by its member, and by a participant's guardian; nobody else finds it", async () => {
  const child = await buildParticipant(app, anna, 'Alma')
  await put(await picture(60, 60).png().toBuffer(), child)
  await put(await picture(60, 60).png().toBuffer())
  expect([await codeOf(get(child)), await codeOf(get())]).toEqual(['ok', 'ok'])
  for (const call of [get, remove]) {
    expect(await codeOf(call(child, bo))).toBe('not_found')
    expect(await codeOf(call(anna.memberId, bo))).toBe('not_found')
  }
  expect(await codeOf(put(await picture(60, 60).png().toBuffer(), anna.memberId, bo))).toBe('not_found')
  const link = await linkedTo(app, anna, bo)
  expect(await codeOf(get(child, bo))).toBe('ok')
  expect(await codeOf(put(await picture(60, 60).png().toBuffer(), anna.memberId, bo))).toBe('forbidden')
  await app.database.sql(`update family_invitations set status = 'ended' where id = $1`, [link])
  expect(await codeOf(get(child, bo))).toBe('not_found')
})

test('a browser caches a picture and revalidates it each time', async () => {
  await put(await picture(60, 60).png().toBuffer())
  const first = await raw(anna)
  const etag = first.headers.get('etag')!
  expect(Object.fromEntries(first.headers)).toMatchObject({
    'cache-control': 'private, no-cache',
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    vary: expect.stringContaining('authorization'),
  })
  expect(first.headers.get('content-disposition')).toMatch(/^attachment/)
  expect((await raw(anna, { 'if-none-match': etag })).status).toBe(304)
  expect((await raw(bo, { 'if-none-match': etag })).status).toBe(404)
  expect((await raw(null, { 'if-none-match': etag })).status).toBe(401)
  await put(await picture(60, 60, '#0000c0').png().toBuffer())
  expect((await raw(anna, { 'if-none-match': etag })).status).toBe(200)
})

test('is changed by an impersonator, and the member finds that in the log once', async () => {
  const superAdmin = await signedIn(app, 'super@example.com')
  await app.call(acting.impersonate, { memberId: bo.memberId }, { as: superAdmin.token })
  const bytes = await picture(60, 60).png().toBuffer()
  const headers = { 'acting-for': bo.memberId }
  await app.call(members.putImage, { memberId: bo.memberId, bytes }, { as: superAdmin.token, headers })
  const { acts } = await app.call(acting.acts, {}, { as: bo.token })
  expect(acts.filter(({ name }) => name !== 'impersonation_started')).toMatchObject([
    { name: 'image_changed', as: 'impersonator', actor: { id: superAdmin.memberId }, subject: { id: bo.memberId } },
  ])
})

test('removed, it is gone', async () => {
  await put(await picture(60, 60).png().toBuffer())
  expect(await remove()).toMatchObject({ profileImage: null })
  expect(await codeOf(get())).toBe('not_found')
  expect(await app.database.sql('select 1 from member_images where member_id = $1', [anna.memberId])).toEqual([])
  expect(await codeOf(remove())).toBe('ok')
})
