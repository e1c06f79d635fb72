import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { CheckStep } from './check-step.tsx'
import type { StepProps } from './step.tsx'

const rowOf = (row: number, name: string, more: object = {}) => ({
  row,
  name,
  verdict: 'new',
  phone: '',
  postCode: '8000',
  email: null,
  dateOfBirth: null,
  cells: ['', 'mette@'],
  errors: [],
  split: [],
  changes: [],
  candidates: [],
  addressOf: null,
  choice: null,
  ...more,
})
const counts = { error: 0, unsure: 0, chosen: 0, new: 3, changes: 0, same: 0, left: 0, guardians: 1 }

let sent: unknown[]
beforeEach(() => {
  sent = []
  overwriteGetLocale(() => 'en')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function draw(rows: object[], more: object = {}) {
  vi.stubGlobal('fetch', (address: string | URL, { body }: RequestInit = {}) => {
    if (body) sent.push(JSON.parse(body as string))
    return Promise.resolve(Response.json(new URL(address).pathname.endsWith('rows') ? { rows, next: null } : null))
  })
  const one = {
    id: 'import',
    state: 'checked',
    rows: 3,
    heads: ['Navn', 'Mors e-mail'],
    counts: { ...counts, ...more },
    can: { run: true },
  }
  const props = { club: { id: 'club', key: 'ROKLUB' }, one, mayWrite: true } as unknown as StepProps
  drawPage(() => <CheckStep {...props} onBack={() => undefined} />, { client: new QueryClient() })
}
const itemOf = async (name: string) => within((await screen.findByText(name)).closest('li')!)

test('a guardian whom columns name says whose row that is, and can be left out and taken along again', async () => {
  const mette = rowOf(4, 'Mette Skov', { guardianOf: [2, 3] })
  draw([
    rowOf(2, 'Ida Skov', { addressOf: 4, guardianKeeps: 'Mette Skov' }),
    mette,
    rowOf(5, 'Asta Berg', { guardianOf: [3], choice: 'skip' }),
  ])
  expect(await screen.findByText(/^Guardians named only in columns .*: 1\./)).toBeTruthy()
  const child = await itemOf('Ida Skov')
  expect(child.getByText('Row 2 · 8000')).toBeTruthy()
  expect(child.getByText('Has the same e-mail address as the guardian Mette Skov, who keeps it.')).toBeTruthy()
  expect(child.queryByRole('button')).toBeNull()
  const guardian = await itemOf('Mette Skov')
  expect(guardian.getByText('From the columns of rows 2 and 3 · 8000')).toBeTruthy()
  fireEvent.click(guardian.getByRole('button', { name: 'Leave out Mette Skov', pressed: false }))
  await waitFor(() => expect(sent).toEqual([{ row: 4, choice: 'skip' }]))
  const skipped = (await itemOf('Asta Berg')).getByRole('button', { name: 'Leave out Asta Berg', pressed: true })
  fireEvent.click(skipped)
  await waitFor(() => expect(sent.at(-1)).toEqual({ row: 5, choice: 'other' }))
})

test('a guardian’s error is corrected in the column of their child’s row', async () => {
  const errors = [{ column: 1, fault: 'email_taken' }]
  draw([rowOf(9, 'Mette Skov', { verdict: 'error', guardianOf: [2, 3], errors })], { error: 1 })
  const guardian = await itemOf('Mette Skov')
  expect(guardian.getByLabelText('Mors e-mail, row 2')).toBeTruthy()
  expect(guardian.queryByRole('button', { name: 'Leave out Mette Skov' })).toBeNull()
})

test('somebody who can be a guardian of other columns is asked about by the row that names them', async () => {
  const candidate = {
    memberId: null,
    row: 8,
    because: 'post_code',
    name: 'Mette Skov',
    email: null,
    phone: '',
    postCode: '8000',
    dateOfBirth: null,
    guardianOf: 2,
  }
  draw([rowOf(9, 'METTE SKOV', { verdict: 'unsure', guardianOf: [3], candidates: [candidate] })], { unsure: 1 })
  expect((await itemOf('METTE SKOV')).getByText('From the columns of row 2 · 8000')).toBeTruthy()
})
