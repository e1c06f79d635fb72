import { beforeEach, expect, test } from 'vitest'
import { clearPersonalStorage, messagesKey } from '#web/api/local-storage.ts'
import { saveMessage, openMessage, settleMessage, tokenOf } from './message-draft.ts'

const week = 7 * 24 * 60 * 60 * 1000
const file = { id: '0190a000-0000-7000-8000-000000000001', name: 'map.pdf', contentType: 'application/pdf', bytes: 9 }
const typed = (text: string) => ({ values: { text } })

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

test('each place has its own draft, which survives a reload', () => {
  saveMessage('thread:1', 'anna', typed('Is there'))
  saveMessage('thread:1', 'anna', { files: [file] })
  expect(openMessage('thread:1', 'anna')).toMatchObject({ values: { text: 'Is there' }, files: [file] })
  expect(openMessage('thread:2', 'anna').values).toEqual({})
  settleMessage('thread:1', 'anna', openMessage('thread:1', 'anna'))
  expect(openMessage('thread:1', 'anna').values).toEqual({})
})

test('signing in takes over the text typed signed out, but not its files and token', () => {
  saveMessage('new', null, { ...typed('Hello'), files: [file] })
  const token = tokenOf('new', null, 'Hello')
  expect(openMessage('new', 'anna')).toMatchObject({ memberId: 'anna', values: { text: 'Hello' }, files: [] })
  expect(tokenOf('new', 'anna', 'Hello')).not.toBe(token)
  expect(openMessage('new', 'bo').values, 'it is hers now').toEqual({})
  expect(openMessage('new', null).values, 'not for signed-out users').toEqual({})
})

test('the draft of a visitor survives a reload in its tab and is in no other', () => {
  saveMessage('new', null, { values: { text: 'Hello', email: 'visitor@example.com' } })
  expect(JSON.stringify(localStorage)).not.toContain('visitor')
  expect(openMessage('new', null).values, 'as a reload finds it').toMatchObject({ text: 'Hello' })
  sessionStorage.clear()
  expect(openMessage('new', null).values).toEqual({})
})

test('after signing in, the newer of two drafts wins', () => {
  saveMessage('new', 'anna', typed('Yesterday'), Date.now() - 1000)
  saveMessage('new', null, typed('Today'))
  expect(openMessage('new', 'anna').values).toEqual({ text: 'Today' })
  saveMessage('new', 'anna', typed('Today, more'))
  expect(openMessage('new', 'anna').values).toEqual({ text: 'Today, more' })
  expect(openMessage('new', null).values, 'it went with her').toEqual({})
  settleMessage('new', 'anna', openMessage('new', 'anna'))
  expect(openMessage('new', 'anna').values).toEqual({})
})

test('equal content has one token in every tab until it is sent', () => {
  saveMessage('new', 'anna', typed('Hello'))
  const token = tokenOf('new', 'anna', { text: 'Hello' })
  expect(token).toMatch(/^[A-Za-z0-9]{40}$/)
  saveMessage('new', 'anna', typed('Hello'))
  expect(tokenOf('new', 'anna', { text: 'Hello' })).toBe(token)
  expect(tokenOf('new', 'anna', { text: 'Hello!' })).not.toBe(token)
  settleMessage('new', 'anna', openMessage('new', 'anna'))
  expect(tokenOf('new', 'anna', { text: 'Hello' })).not.toBe(token)
})

test('sent content is removed; newer input and carried-over fields stay', () => {
  const more = { ...file, id: '0190a000-0000-7000-8000-000000000002' }
  saveMessage('new', 'anna', { values: { text: 'Hello', subject: 'Boats', name: 'Anna' }, files: [file] })
  const sent = openMessage('new', 'anna')
  saveMessage('new', 'anna', { values: { ...sent.values, text: 'Hello again' }, files: [file, more] })
  settleMessage('new', 'anna', sent, { name: 'Anna' })
  expect(openMessage('new', 'anna')).toMatchObject({
    values: { text: 'again', name: 'Anna' },
    files: [more],
    sent: null,
  })
})

test('drafts expire after a week and are cleared at sign-out', () => {
  saveMessage('new', 'anna', typed('Hello'), 0)
  expect(openMessage('new', 'anna', week - 1).values).toEqual({ text: 'Hello' })
  expect(openMessage('new', 'anna', week).values).toEqual({})
  saveMessage('new', 'anna', typed('Hello'))
  clearPersonalStorage()
  expect(openMessage('new', 'anna').values).toEqual({})
})

test.each([
  'nonsense',
  '[]',
  '{"new":7}',
  '{"new":{"memberId":"anna","values":{"text":7},"files":[],"sent":null,"keptAt":1}}',
])('%s in the browser is no draft', (kept) => {
  localStorage.setItem(messagesKey, kept)
  expect(openMessage('new', 'anna')).toEqual({ memberId: 'anna', values: {}, files: [], sent: null, keptAt: 0 })
})
