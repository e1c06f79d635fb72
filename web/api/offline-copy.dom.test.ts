import { beforeEach, expect, test } from 'vitest'
import type { Ticket } from '#contract/events/tickets.ts'
import { chooseActingFor } from './acting/acting.ts'
import { recordActivity, requireSignIn } from './session/browser-session.ts'
import { forgetCopyOfOthers, forgetOfflineCopy, savePart, openCopy } from './offline-copy.ts'

const tickets = [{ id: '1', number: 'ABCD-1234' }] as unknown as Ticket[]
const always = () => true

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  recordActivity()
})

test('a copy in a tab lasts as long as the session', async () => {
  await savePart('anna', 'tickets', tickets, always)
  expect(await openCopy()).toMatchObject({ memberId: 'anna', tickets: { data: tickets }, days: null })
  localStorage.setItem('portal.last-activity', String(Date.now() - 31 * 60_000))
  recordActivity(Date.now() - 31 * 60_000)
  expect(await openCopy()).toBeNull()
  expect(Object.keys(sessionStorage)).toEqual([])
})

test('saving one part keeps the other', async () => {
  await savePart('anna', 'tickets', tickets, always)
  await savePart('anna', 'days', { from: '2026-06-01', until: '2026-08-01', items: [], cut: false }, always)
  expect(await openCopy()).toMatchObject({ tickets: { data: tickets }, days: { data: { from: '2026-06-01' } } })
})

test('nothing is saved for a user who has signed out', async () => {
  let signedIn = true
  const saving = savePart('anna', 'tickets', tickets, () => signedIn)
  signedIn = false
  await saving
  expect(Object.keys(sessionStorage)).toEqual([])
})

test('while acting for somebody else nothing is shown', async () => {
  await savePart('anna', 'tickets', tickets, always)
  chooseActingFor('bo')
  expect(await openCopy()).toBeNull()
  chooseActingFor(null)
  expect(await openCopy()).not.toBeNull()
})

test('a tab that slept while the user signed out elsewhere shows nothing', async () => {
  await savePart('anna', 'tickets', tickets, always)
  requireSignIn()
  expect(await openCopy()).toBeNull()
  expect(Object.keys(sessionStorage)).toEqual([])
})

test('the copy is removed when somebody else signs in, and at sign-out', async () => {
  await savePart('anna', 'tickets', tickets, always)
  forgetCopyOfOthers('anna')
  expect(await openCopy()).not.toBeNull()
  forgetCopyOfOthers('bo')
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('ABCD')
  expect(await openCopy()).toBeNull()
  await savePart('bo', 'tickets', tickets, always)
  await forgetOfflineCopy({ device: true })
  expect(await openCopy()).toBeNull()
})

test.each([
  ['of another version', (copy: object) => ({ ...copy, version: 2 })],
  ['without tickets', (copy: object) => ({ ...copy, tickets: { at: 'today' } })],
  ['of somebody else', (copy: object) => ({ ...copy, memberId: 'bo' })],
  ['from the future', (copy: object) => ({ ...copy, tickets: { at: Date.now() + 2 * 24 * 60 * 60_000, data: [] } })],
])('a copy %s is invalid', async (_, changed) => {
  await savePart('anna', 'tickets', tickets, always)
  const copy = JSON.parse(sessionStorage.getItem('portal.kept-copy')!) as object
  sessionStorage.setItem('portal.kept-copy', JSON.stringify(changed(copy)))
  expect(await openCopy()).toBeNull()
})
