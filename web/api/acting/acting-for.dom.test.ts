import { beforeEach, expect, test } from 'vitest'
import { acting } from '#contract/acting.ts'
import { members } from '#contract/members.ts'
import { actingFor, actingHeader, chooseActingFor } from './acting.ts'

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
