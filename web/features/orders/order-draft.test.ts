import { beforeEach, expect, test, vi } from 'vitest'
import { forgetDraft, keepDraft, newToken, openDraft, readDraft, renewToken, tokenOf } from './order-draft.ts'

beforeEach(forgetDraft)

test('a token is 40 letters and digits and never the same', () => {
  const tokens = Array.from({ length: 200 }, newToken)
  for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9]{40}$/)
  expect(new Set(tokens).size).toBe(200)
})

test('the same selection keeps its token, another one gets another', () => {
  const first = tokenOf('rowing')
  expect(tokenOf('rowing')).toBe(first)
  const second = tokenOf('tennis')
  expect(second).not.toBe(first)
  expect(tokenOf('tennis')).toBe(second)
})

test('a selection whose order ended gets a new token and keeps that one', () => {
  const ended = tokenOf('rowing')
  const fresh = renewToken('rowing')
  expect(fresh).not.toBe(ended)
  expect(tokenOf('rowing')).toBe(fresh)
})

test('typed values and the token live side by side until they are forgotten', () => {
  keepDraft({ values: { name: 'Åse' } })
  const token = tokenOf('rowing')
  expect(readDraft()).toEqual({ memberId: null, values: { name: 'Åse' }, sent: { selection: 'rowing', token } })
  forgetDraft()
  expect(readDraft()).toEqual({ memberId: null, values: null, sent: null })
})

test('a draft opens for its member only', () => {
  expect(openDraft('anna').values).toBeNull()
  keepDraft({ values: { name: 'Anna' } })
  tokenOf('rowing')
  expect(openDraft('anna').values).toEqual({ name: 'Anna' })
  expect(openDraft('bo')).toEqual({ memberId: 'bo', values: null, sent: null })
  expect(openDraft('anna').values).toBeNull()
})

test('where the browser refuses storage a second click still finds its token', () => {
  const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError')
  })
  const token = tokenOf('rowing')
  expect(tokenOf('rowing')).toBe(token)
  refused.mockRestore()
})
