import { MantineProvider, TextInput } from '@mantine/core'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cleanLine } from '#contract/clean-text.ts'
import { type SessionState, useSessionState } from '#web/api/session/session.ts'
import { isBigChange } from '#web/ui/dialogs/price-change-dialog.tsx'
import { clearToasts, Toasts } from '#web/ui/toasts/toast.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { useEditedForm, useOpened } from './edited-form.ts'
import { FormFoot } from './form-foot.tsx'
import { ApiProblem } from '#web/api/http-client.ts'
import { showUndo } from '#web/api/toasts.ts'

interface Row {
  readonly name: string
  readonly city: string
  readonly version: number
}

/** The server's row. */
let row: Row
let saved: Omit<Row, 'version'>[]
/** The server waits for it before it answers. */
let answered: Promise<void>
/** How often a form led on after a save. */
let ledOn: number

const store = ({ name, city }: Omit<Row, 'version'>) =>
  (row = { name: cleanLine(name), city: cleanLine(city), version: row.version + 1 })

beforeEach(() => {
  Element.prototype.scrollIntoView = () => {}
  overwriteGetLocale(() => 'en')
  sessionStorage.clear()
  clearToasts()
  row = { name: 'Rowers', city: 'Roskilde', version: 1 }
  saved = []
  answered = Promise.resolve()
  ledOn = 0
})
afterEach(cleanup)

const fieldsOf = ({ name, city }: { name: string; city: string }) => [
  { path: 'name', label: 'Name', value: name, shown: name },
  { path: 'city', label: 'City', value: city, shown: city },
]

function Form({ record }: { record: Row }) {
  const state = useEditedForm<{ name: string; city: string }, Row>({
    name: 'club',
    record,
    versionOf: ({ version }) => version,
    valuesOf: (one) => ({ name: one!.name, city: one!.city }),
    fieldsOf,
    validate: ({ name }) => (name ? {} : { name: 'A name, please' }),
    send: async (values, version) => {
      await answered
      if (values.city === 'Atlantis')
        throw new ApiProblem('invalid_input', 422, {
          errors: [{ path: 'city', message: 'Invalid option: expected "Roskilde"' }],
        })
      if (version !== row.version) throw new ApiProblem('changed_meanwhile', 409, { data: { current: row } })
      saved.push(values)
      return store(values)
    },
    savedWords: (one) => `${one.name} is saved`,
    undo: (before) => async () => store(before),
    onSaved: () => (ledOn += 1),
    priceQuestion: (values, over) => {
      const change = { name: 'City', before: over.city.length, after: values.city.length }
      return isBigChange(change) ? { changes: [change], currency: 'DKK', bought: 0 } : null
    },
  })
  const { form, formId } = state
  return (
    <form id={formId} onSubmit={state.submit}>
      <TextInput key={form.key('name')} label="Name" {...form.getInputProps('name')} />
      <TextInput key={form.key('city')} label="City" {...form.getInputProps('city')} />
      <FormFoot state={state}>
        <button type="submit">Save</button>
      </FormFoot>
    </form>
  )
}

const page = (form: ReactNode) => (
  <MantineProvider env="test">
    {form}
    <Toasts />
  </MantineProvider>
)
const open = () => render(page(<Form record={row} />))
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
async function type(name: string, text: string) {
  await userEvent.clear(field(name))
  if (text) await userEvent.type(field(name), text)
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('typed values are saved over the version that was shown, and a fault is shown at its field', async () => {
  open()
  await type('Name', '')
  await press('Save')
  expect(screen.getByText('A name, please')).toBeTruthy()
  await type('Name', 'Oars')
  await press('Save')
  await waitFor(() => expect(saved).toEqual([{ name: 'Oars', city: 'Roskilde' }]))
  await type('Name', 'Oars two')
  await press('Save')
  await waitFor(() => expect(row).toEqual({ name: 'Oars two', city: 'Roskilde', version: 3 }))
})

test('what only the server refuses is said at its field in the words of the portal', async () => {
  open()
  await type('City', 'Atlantis')
  await press('Save')
  expect(await screen.findByText("This isn't valid. Check it.")).toBeTruthy()
  expect(field('City').getAttribute('aria-invalid')).toBe('true')
})

test('of two who save the same row the second sees both versions, and a field only the other changed is theirs', async () => {
  open()
  await type('Name', 'Mine')
  row = { name: 'Theirs', city: 'Lejre', version: 2 }
  await press('Save')
  const names = await screen.findByRole('radiogroup', { name: 'Name' })
  expect(names.textContent).toContain('Mine')
  expect(names.textContent).toContain('Theirs')
  expect(saved).toEqual([])
  // Where the button was, with the focus.
  expect(document.activeElement).toBe(names.closest('[role="alert"]'))
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  await press('Save what I chose')
  await waitFor(() => expect(saved).toEqual([{ name: 'Mine', city: 'Lejre' }]))
  expect([field('City').value, screen.queryByRole('radiogroup')]).toEqual(['Lejre', null])
})

test('a form that is left before its answer comes leads nowhere', async () => {
  let answer = () => {}
  answered = new Promise((resolve) => (answer = resolve))
  const { rerender } = open()
  await type('Name', 'Oars')
  await press('Save')
  rerender(page(null))
  answer()
  expect(await screen.findByText('Oars is saved')).toBeTruthy()
  expect(ledOn).toBe(0)
})

test('somebody who saved the same is no conflict', async () => {
  open()
  // Pasted with a soft hyphen, which is not saved.
  await type('Name', 'Oa\u00adrs')
  row = { name: 'Oars', city: 'Roskilde', version: 2 }
  await press('Save')
  expect(await screen.findByText('Oars is saved')).toBeTruthy()
  expect(screen.queryByText(/Someone else saved/)).toBeNull()
  await type('City', 'Køge')
  await press('Save')
  await waitFor(() => expect(row).toEqual({ name: 'Oars', city: 'Køge', version: 3 }))
})

test('the version of the other can be taken whole', async () => {
  open()
  await type('Name', 'Mine')
  row = { name: 'Theirs', city: 'Lejre', version: 2 }
  await press('Save')
  await screen.findByRole('radiogroup', { name: 'Name' })
  await press("Use what's saved")
  expect([field('Name').value, field('City').value, saved]).toEqual(['Theirs', 'Lejre', []])
  expect(document.activeElement?.contains(screen.getByRole('button', { name: 'Save' }))).toBe(true)
})

test('a price that changes by more than half is asked about, also over what somebody else saved', async () => {
  open()
  await type('City', 'Roskilde by')
  row = { name: 'Rowers', city: 'Ros', version: 2 }
  await press('Save')
  await press('Save what I chose')
  await screen.findByRole('dialog')
  expect(saved).toEqual([])
  await press('Edit the price')
  expect([saved, field('City').value]).toEqual([[], 'Roskilde by'])
  await press('Save')
  await screen.findByRole('dialog')
  await press('Change the price')
  await waitFor(() => expect(saved).toEqual([{ name: 'Rowers', city: 'Roskilde by' }]))
})

test('values typed before a reload are restored, over the version they were typed on', async () => {
  open()
  await type('Name', 'Begun')
  // A reload does not unmount.
  const draft = sessionStorage.getItem('draft club')!
  cleanup()
  sessionStorage.setItem('draft club', draft)
  row = { name: 'Theirs', city: 'Roskilde', version: 2 }
  open()
  expect(field('Name').value).toBe('Begun')
  await press('Save')
  expect(await screen.findByRole('radiogroup', { name: 'Name' })).toBeTruthy()
})

async function undo(text: string) {
  const toast = (await screen.findByText(text)).closest<HTMLElement>('[role="alert"]')!
  await userEvent.click(within(toast).getByRole('button', { name: 'Undo' }))
}

test('Undo sends the inverse once, and says so or why not', async () => {
  open()
  let undone = 0
  showUndo('It is saved', async () => void undone++)
  await undo('It is saved')
  expect(undone).toBe(1)
  expect(await screen.findByText('Undone.')).toBeTruthy()
  showUndo('It is saved again', () => Promise.reject(new ApiProblem('forbidden', 403)))
  await undo('It is saved again')
  expect(await screen.findByText(/^You're not allowed to do this/)).toBeTruthy()
})

test('Undo keeps what was typed since the save, and brings nothing back that was discarded', async () => {
  useSessionState.setState({ status: 'signed-in' } as SessionState)
  const { rerender } = open()
  await type('Name', 'Paddlers')
  await press('Save')
  await screen.findByText('Paddlers is saved')
  await type('City', 'Lejre')
  await undo('Paddlers is saved')
  await waitFor(() => expect(field('Name').value).toBe('Rowers'))
  expect([field('City').value, sessionStorage.getItem('draft club')]).toEqual([
    'Lejre',
    expect.stringContaining('Lejre'),
  ])
  await press('Save')
  await screen.findByText('Rowers is saved')
  expect(row).toEqual({ name: 'Rowers', city: 'Lejre', version: 4 })

  await type('City', 'Discarded')
  rerender(page(null))
  await undo('Rowers is saved')
  await waitFor(() => expect(row.version).toBe(5))
  expect(sessionStorage.getItem('draft club')).toBeNull()
})

test('a second save takes the Undo of the first away', async () => {
  open()
  for (const name of ['Paddlers', 'Oars']) {
    await type('Name', name)
    await press('Save')
    await screen.findByText(`${name} is saved`)
  }
  await waitFor(() => expect(screen.queryByText('Paddlers is saved')).toBeNull())
  expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(1)
})

test('a form is opened with an answer that was read again, and keeps it', async () => {
  const queryKey = ['row']
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: false } } })
  let name = 'Rowers'
  const Opened = () => <p>{useOpened(useQuery({ queryKey, queryFn: async () => name }))}</p>
  const show = () =>
    render(
      <QueryClientProvider client={cache}>
        <Opened />
      </QueryClientProvider>,
    )
  cache.setQueryData(queryKey, 'Rowers')
  show()
  expect(screen.getByText('Rowers')).toBeTruthy()
  cleanup()
  // Somebody changes all dates of a series meanwhile.
  name = 'Paddlers'
  await cache.invalidateQueries({ queryKey })
  show()
  expect(screen.queryByText('Rowers')).toBeNull()
  expect(await screen.findByText('Paddlers')).toBeTruthy()
  name = 'Sailors'
  await cache.invalidateQueries({ queryKey })
  expect(screen.getByText('Paddlers')).toBeTruthy()
})
