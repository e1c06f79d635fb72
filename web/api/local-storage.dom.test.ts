import { beforeEach, expect, test, vi } from 'vitest'

/** Fresh modules, as after a page load. */
async function loadPage(as: 'impersonator' | 'relative' | null) {
  vi.resetModules()
  const { act } = await import('./acting/change-acting.ts')
  const member = { id: 'target', firstName: 'Bo', lastName: 'Holm' }
  act(as && ({ as, member, until: null } as unknown as Parameters<typeof act>[0]))
  return import('./local-storage.ts')
}

const isAny = (value: unknown): value is object => typeof value === 'object' && value !== null

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

test('drafts written while impersonating stay on that page, and the admin’s own are restored', async () => {
  const own = await loadPage(null)
  own.writeValue('browser', 'basket', { of: 'Susanne' })
  own.writeText('tab', 'draft invitation', 'su')
  const stored = JSON.stringify([localStorage, sessionStorage])

  const acting = await loadPage('impersonator')
  sessionStorage.removeItem('portal.acting-for')
  expect(acting.readValue('browser', 'basket', isAny)).toBeNull()
  expect(acting.writeValue('browser', 'basket', { of: 'Bo' }), 'the next page does not find it').toBe(false)
  acting.writeText('tab', 'draft invitation', 'bo')
  acting.writeText('tab', 'draft comment', null)
  expect(acting.readValue('browser', 'basket', isAny)).toEqual({ of: 'Bo' })
  expect(acting.readText('tab', 'draft invitation')).toBe('bo')
  acting.writeValue('browser', 'basket', null)
  expect(acting.readValue('browser', 'basket', isAny)).toBeNull()
  expect(JSON.stringify([localStorage, sessionStorage])).toBe(stored)

  const after = await loadPage(null)
  expect(after.readValue('browser', 'basket', isAny)).toEqual({ of: 'Susanne' })
  expect(after.readText('tab', 'draft invitation')).toBe('su')
})

test('a page that impersonated stores nothing until it is reloaded', async () => {
  const { writeText } = await loadPage('impersonator')
  writeText('browser', 'basket', 'Bo')
  const { act } = await import('./acting/change-acting.ts')
  act(null)
  writeText('browser', 'basket', 'Bo, still')
  expect(localStorage.getItem('basket')).toBeNull()
})

test('drafts written for a relative are the user’s own', async () => {
  const { writeText } = await loadPage('relative')
  expect(writeText('browser', 'basket', 'for Alma')).toBe(true)
  expect(localStorage.getItem('basket')).toBe('for Alma')
})

test('without browser storage, values stay in memory', async () => {
  const { readText, writeText } = await loadPage(null)
  const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError')
  })
  expect(writeText('browser', 'basket', 'Anna')).toBe(false)
  refused.mockRestore()
  expect(readText('browser', 'basket')).toBe('Anna')
  writeText('browser', 'basket', null)
  expect(readText('browser', 'basket')).toBeNull()
})

test.each(['{', '7', '', 'null'])('%s is not a value', async (text) => {
  const { readValue } = await loadPage(null)
  localStorage.setItem('basket', text)
  expect(readValue('browser', 'basket', isAny)).toBeNull()
})
