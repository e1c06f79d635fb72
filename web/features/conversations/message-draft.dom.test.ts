import { beforeEach, expect, test } from 'vitest'
import { saveMessage, openMessage, settleMessage, tokenOf } from './message-draft.ts'

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
  expect(openMessage('new', 'anna')).toMatchObject({ values: { text: 'Hello' }, files: [] })
  expect(tokenOf('new', 'anna', 'Hello')).not.toBe(token)
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
