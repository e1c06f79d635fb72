import { beforeEach, expect, test, vi } from 'vitest'
import { acting } from '#contract/members/acting.ts'
import { members } from '#contract/members/members.ts'
import { actingFor, actingHeader, actingState, chooseActingFor } from './acting.ts'
import { resumeActing } from './change-acting.ts'

beforeEach(() => chooseActingFor(null))

test('nobody is acted for at first', () => {
  expect(actingFor()).toBeNull()
  expect(actingHeader(acting.current)).toEqual({})
})

test('every request names the member acted for, except those that identify the user', () => {
  chooseActingFor('bo')
  expect(actingHeader(acting.current)).toEqual({ 'acting-for': 'bo' })
  expect(actingHeader(members.update)).toEqual({ 'acting-for': 'bo' })
  const { impersonate, endImpersonation } = acting
  for (const own of [members.signIn, members.create, members.claim, members.list, impersonate, endImpersonation])
    expect(actingHeader(own)).toEqual({})
  chooseActingFor(null)
  expect(actingHeader(members.update)).toEqual({})
})

/** The answer to the check on page load. */
const answer = (code: string, status: number) =>
  vi.stubGlobal('fetch', async () => Response.json({ code, title: code }, { status }))

test('a page that loads after the family link has ended acts for the user and says why', async () => {
  chooseActingFor('bo')
  answer('acting_for_ended', 403)
  expect(await resumeActing()).toBeNull()
  expect(actingFor()).toBeNull()
  expect(actingState().end?.problem.code).toBe('acting_for_ended')
})

test('a page that cannot ask the server keeps the choice and does not act for the user', async () => {
  chooseActingFor('bo')
  for (const [code, status] of [
    ['unavailable', 503],
    ['internal', 500],
    ['too_many_requests', 429],
    ['unauthenticated', 401],
  ] as const) {
    answer(code, status)
    await expect(resumeActing()).rejects.toMatchObject({ code })
    expect(actingFor()).toBe('bo')
  }
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  await expect(resumeActing()).rejects.toMatchObject({ code: 'offline' })
  expect(actingFor()).toBe('bo')
})
