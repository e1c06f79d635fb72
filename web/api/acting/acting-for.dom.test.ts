import { beforeEach, expect, test } from 'vitest'
import { acting } from '#contract/acting.ts'
import { members } from '#contract/members.ts'
import { actingFor, actingHeader, chooseActingFor } from './acting.ts'

beforeEach(() => chooseActingFor(null))

test('nobody is acted for until somebody is chosen', () => {
  expect(actingFor()).toBeNull()
  expect(actingHeader(acting.current)).toEqual({})
})

test('every call names the chosen one, but those that find out who is signed in', () => {
  chooseActingFor('bo')
  expect(actingHeader(acting.current)).toEqual({ 'acting-for': 'bo' })
  expect(actingHeader(members.update)).toEqual({ 'acting-for': 'bo' })
  const { impersonate, endImpersonation } = acting
  for (const own of [members.signIn, members.create, members.claim, members.list, impersonate, endImpersonation])
    expect(actingHeader(own)).toEqual({})
  chooseActingFor(null)
  expect(actingHeader(members.update)).toEqual({})
})
