import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { clearPersonalStorage, clearStorageOfOthers } from '#web/api/local-storage.ts'
import { defineDraft, type Draft, useDraft, WEEK } from './drafts.ts'

const defined = vi.hoisted(() => new Map<string, Draft<unknown>>())
vi.mock('./drafts.ts', async (original) => {
  const actual = await original<{ defineDraft: typeof defineDraft }>()
  const recording: typeof defineDraft = (options) => {
    const draft = actual.defineDraft(options)
    defined.set(options.key, draft as Draft<unknown>)
    return draft
  }
  return { ...actual, defineDraft: recording }
})

for (const file of globSync('web/{features,routes}/**/*.{ts,tsx}'))
  if (!/\.test\./.test(file) && readFileSync(file, 'utf8').includes('= defineDraft(')) await import(resolve(file))
const drafts = new Map(defined)

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const now = Date.now()
const own = { memberId: 'anna', keptAt: now }
const sent = { selection: 'two', token: 'T'.repeat(40) }
const billing = {
  name: 'Anna',
  email: '',
  phone: '',
  addressLine1: '',
  addressLine2: '',
  addressLine3: '',
  postCode: '',
  city: '',
  country: 'Denmark',
}
const rows = [{ memberId: 'anna', orgId: 'rowing', membershipConfId: 'adult' }]
const order = { wanted: { rows }, form: { rows, gdprAgreement: true, autoRenewal: false, billing } }
const club = {
  token: 'T'.repeat(40),
  step: 1,
  name: 'Rowers',
  key: 'ROW',
  cvr: '',
  contactEmail: '',
  address: '',
  city: '',
  colour: '',
  template: 'none',
  memberships: [],
  people: [],
  hasKey: false,
}
const file = { id: '0190a000-0000-7000-8000-000000000001', name: 'map.pdf', contentType: 'application/pdf', bytes: 9 }

/** As a version before stored them: an update loses no draft. */
const inTab: Record<string, [place: string, stored: string]> = {
  note: ['new of anna', '{"text":"Bring oars","seen":null}'],
  'draft office-note': ['1', 'Call back'],
  'draft coupon at': ['1', 'SUMMER'],
  'draft family': ['invitation', 'bo@example.com'],
  'draft operator': ['reason ROW look', '7'],
  'draft message guests': [
    '1',
    '{"subjectDa":"Husk sko","subjectEn":"","bodyDa":"Vi mødes ude.","bodyEn":"","token":"t"}',
  ],
  'draft cancel event': ['1', '{"step":1,"da":"Aflyst","en":"","refunds":"all","reason":""}'],
  'draft by-hand': [
    'ROKLUB',
    JSON.stringify({
      token: 'T'.repeat(40),
      step: 0,
      memberId: '',
      isNew: true,
      person: { firstName: 'Anna', lastName: '', email: '', phone: '', dateOfBirth: '', consent: false },
      lines: [],
      way: 'cash',
      receivedOn: '2027-01-01',
      reference: '',
      dueOn: '2027-01-15',
      reason: '',
    }),
  ],
  'draft copy-seasons': ['1', '{"leftOut":["2"],"mode":"typed","percent":"3","typed":{"1":"500"},"from":"2027-01-01"}'],
  'draft billing of': ['anna', JSON.stringify(billing)],
}
const inBrowser: Record<string, [place: string, stored: object]> = {
  'order-draft': ['basket', { ...own, values: order, sent: { rowing: sent } }],
  'registration-drafts': [
    'regatta',
    { regatta: { ...own, wanted: {}, chosen: { places: [], memberships: rows }, coupon: 'SUMMER', sent } },
  ],
  'message-drafts': ['new', { new: { ...own, values: { text: 'Hello' }, files: [file], sent: null } }],
  'new-club-draft': ['new', { new: { ...own, ...club } }],
}
const texts = ['draft office-note', 'draft coupon at', 'draft family', 'draft operator']

/** Puts a text where the draft is stored. */
function store(key: string, text: string) {
  if (key in inTab) sessionStorage.setItem(`${key} ${inTab[key]![0]}`, text)
  else localStorage.setItem(key, text)
}
const placeOf = (key: string) => (inTab[key] ?? inBrowser[key])![0]
const storedAs = (key: string) => inTab[key]?.[1] ?? JSON.stringify(inBrowser[key]![1])
const load = (key: string) => drafts.get(key)!.load(placeOf(key), 'anna')

test('every draft is in these tests', () => {
  expect([...drafts.keys()].toSorted()).toEqual([...Object.keys(inTab), ...Object.keys(inBrowser)].toSorted())
})

describe.each([...drafts])('%s', (key, draft) => {
  test('a draft that a version before stored is read, and again when saved', () => {
    store(key, storedAs(key))
    const before = load(key)
    expect(before).not.toBeNull()
    if (texts.includes(key)) expect(before).toBe(storedAs(key))
    draft.save(placeOf(key), before, 'anna')
    expect(load(key)).toEqual(before)
    draft.clear(placeOf(key), 'anna')
    expect(load(key)).toBeNull()
  })

  test('a damaged or foreign value is no draft, and no error', () => {
    const whole = storedAs(key)
    const others = [...drafts.keys()].filter((other) => other !== key).map(storedAs)
    const wrapped = ['7', 'null', '[]', '{}', '"text"', JSON.stringify(own), '{"memberId":"anna"}']
    for (const text of [
      '',
      '{',
      whole.slice(0, -1),
      `${whole}}`,
      whole.replace(/"(\w+)":/, '"_$1":'),
      ...wrapped,
      ...wrapped.map((one) => `{"${placeOf(key)}":${one}}`),
      ...others,
    ]) {
      store(key, text)
      // Any text is a text.
      expect(load(key), text).toBe(texts.includes(key) ? text || null : null)
    }
  })

  test('another member does not find it', () => {
    clearStorageOfOthers('anna')
    store(key, storedAs(key))
    if (key in inBrowser) expect(draft.load(placeOf(key), 'bo')).toBeNull()
    clearStorageOfOthers('bo')
    expect(load(key)).toBeNull()
  })
})

const stored = defineDraft({ key: 'message-drafts', schema: z.object({ text: z.string() }), lifetime: WEEK })

test('what a visitor types stays in the tab, and goes to the member who signs in there', () => {
  stored.save('new', { text: 'Hello' })
  expect(JSON.stringify(localStorage)).not.toContain('Hello')
  expect(stored.load('new', 'anna')).toEqual({ text: 'Hello' })
  stored.save('new', { text: 'Hello, more' }, 'anna')
  expect([stored.load('new', 'anna'), stored.load('new', 'bo'), stored.load('new')]).toEqual([
    { text: 'Hello, more' },
    null,
    null,
  ])
})

test('after signing in, the newer of two drafts wins, and a damaged one never', () => {
  stored.save('new', { text: 'Yesterday' }, 'anna', now - 1000)
  stored.save('new', { text: 'Today' })
  expect(stored.load('new', 'anna')).toEqual({ text: 'Today' })
  localStorage.setItem('message-drafts', JSON.stringify({ new: { memberId: 'anna', keptAt: now + 1000, text: 7 } }))
  expect(stored.load('new', 'anna')).toEqual({ text: 'Today' })
})

test('a draft is kept for its lifetime, and until its member signs out', () => {
  stored.save('new', { text: 'Hello' }, 'anna', 0)
  expect(stored.load('new', 'anna', WEEK - 1)).toEqual({ text: 'Hello' })
  expect(stored.load('new', 'anna', WEEK)).toBeNull()
  stored.save('new', { text: 'Hello' }, 'anna')
  clearPersonalStorage()
  expect(stored.load('new', 'anna')).toBeNull()
})

test('each place has its own draft', () => {
  stored.save('1', { text: 'One' }, 'anna')
  stored.save('2', { text: 'Two' }, 'anna')
  stored.clear('1', 'anna')
  expect([stored.load('1', 'anna'), stored.load('2', 'anna')]).toEqual([null, { text: 'Two' }])
})

test('a field shows what is typed in another component and in another tab', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const seen = vi.fn<(text: string) => void>()
  function Field() {
    seen(useDraft(stored, 'new', { text: '' }, 'anna').value.text)
    return null
  }
  await act(async () => createRoot(document.createElement('div')).render(createElement(Field)))
  expect(seen).toHaveBeenLastCalledWith('')
  await act(async () => stored.save('new', { text: 'Here' }, 'anna'))
  expect(seen).toHaveBeenLastCalledWith('Here')
  await act(async () => {
    localStorage.setItem('message-drafts', JSON.stringify({ new: { memberId: 'anna', keptAt: now, text: 'There' } }))
    dispatchEvent(new StorageEvent('storage', { key: 'message-drafts' }))
  })
  expect(seen).toHaveBeenLastCalledWith('There')
})
