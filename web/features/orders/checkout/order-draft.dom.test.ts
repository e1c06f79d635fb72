import { beforeEach, expect, test, vi } from 'vitest'
import { newToken } from '#web/api/client.ts'
import { renewToken, tokenOf, sentStore } from './checkout.ts'
import { forgetDraft, saveDraft, openDraft, readDraft } from './order-draft.ts'

beforeEach(forgetDraft)

const week = 7 * 24 * 60 * 60 * 1000

test('a token is 40 letters and digits and never the same', () => {
  const tokens = Array.from({ length: 200 }, newToken)
  for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9]{40}$/)
  expect(new Set(tokens).size).toBe(200)
})

test('equal selections have one token, another one a new token', () => {
  const first = tokenOf(sentStore('club'), 'rowing')
  expect(tokenOf(sentStore('club'), 'rowing')).toBe(first)
  const second = tokenOf(sentStore('club'), 'tennis')
  expect(second).not.toBe(first)
  expect(tokenOf(sentStore('club'), 'tennis')).toBe(second)
})

test('each club has its own token, which a change in another club keeps', () => {
  const rowing = tokenOf(sentStore('rowing club'), 'four people')
  const tennis = tokenOf(sentStore('tennis club'), 'two people')
  expect(tennis).not.toBe(rowing)
  tokenOf(sentStore('tennis club'), 'one person')
  expect(tokenOf(sentStore('rowing club'), 'four people')).toBe(rowing)
})

test('a selection whose order has ended gets one new token', () => {
  const ended = tokenOf(sentStore('club'), 'rowing')
  const fresh = renewToken(sentStore('club'), 'rowing')
  expect(fresh).not.toBe(ended)
  expect(tokenOf(sentStore('club'), 'rowing')).toBe(fresh)
})

test('values and tokens are saved side by side until removed', () => {
  saveDraft({ values: { name: 'Åse' } }, 5)
  expect(readDraft()).toMatchObject({ memberId: null, values: { name: 'Åse' }, keptAt: 5 })
  const token = tokenOf(sentStore('club'), 'rowing')
  expect(readDraft()).toMatchObject({ values: { name: 'Åse' }, sent: { club: { selection: 'rowing', token } } })
  forgetDraft()
  expect(readDraft()).toMatchObject({ values: null, sent: {} })
})

test('a draft is found in another tab, by its owner only', () => {
  expect(openDraft('anna').values).toBeNull()
  saveDraft({ values: { name: 'Anna' } })
  tokenOf(sentStore('club'), 'rowing')
  expect(localStorage.getItem('order-draft')).toContain('Anna')
  expect(openDraft('anna').values).toEqual({ name: 'Anna' })
  expect(openDraft('bo')).toMatchObject({ memberId: 'bo', values: null, sent: {} })
  expect(openDraft('anna').values).toBeNull()
})

test('a draft is kept for a week', () => {
  openDraft('anna', 0)
  saveDraft({ values: { name: 'Anna' } }, 0)
  expect(openDraft('anna', week - 1).values).toEqual({ name: 'Anna' })
  saveDraft({ values: { name: 'Anna' } }, 0)
  expect(openDraft('anna', week).values).toBeNull()
})

test('without browser storage a second click still finds its token', () => {
  const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError')
  })
  const token = tokenOf(sentStore('club'), 'rowing')
  expect(tokenOf(sentStore('club'), 'rowing')).toBe(token)
  refused.mockRestore()
})
