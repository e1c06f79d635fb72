import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawPage } from '#web/test-draw.tsx'
import type { Filter } from '#contract/filters.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { FilterBar } from './filter-bar.tsx'
import { DataList, type DataListProps, type ListSelection } from './data-list.tsx'

interface Boat {
  readonly id: string
  readonly name: string
  readonly seats: number
}
const boats: Boat[] = [
  { id: '1', name: 'Hugin', seats: 4 },
  { id: '2', name: 'Munin', seats: 2 },
]

// As in a browser, where a query without conditions matches.
const nothingMatches = globalThis.matchMedia
let isPhone = false
const watching = new Set<() => void>()
const matches = (query: string) => query === '' || (isPhone && query.startsWith('(max-width'))
globalThis.matchMedia = (query) => {
  const list = Object.assign(nothingMatches(query), { matches: matches(query) })
  const notify = (listener: (event: MediaQueryListEvent) => void) => () =>
    listener({ matches: matches(query) } as MediaQueryListEvent)
  return Object.assign(list, {
    addEventListener: (_: string, listener: (event: MediaQueryListEvent) => void) => watching.add(notify(listener)),
  })
}
function turnPhone(upright: boolean) {
  isPhone = upright
  act(() => watching.forEach((notify) => notify()))
}

beforeEach(() => {
  overwriteGetLocale(() => 'en')
  localStorage.clear()
  isPhone = false
  watching.clear()
})
afterEach(cleanup)

const onChange = vi.fn<DataListProps<Boat>['onChange']>()
const selections: ListSelection[] = []

async function show(more: Partial<DataListProps<Boat>> = {}) {
  onChange.mockReset()
  selections.length = 0
  const List = () => {
    const [rows, setRows] = useState(boats)
    return (
      <>
        <button type="button" onClick={() => setRows((before) => before.slice(1))}>
          Sink the first
        </button>
        <DataList<Boat>
          name="boats"
          label="Boats"
          columns={[
            { name: 'name', title: 'Name', sort: 'name', render: ({ name }) => name },
            { name: 'seats', title: 'Seats', sort: 'seats', render: ({ seats }) => seats },
            { name: 'wood', title: 'Wood', render: () => 'oak', extra: true },
          ]}
          fields={{ seats: { kind: 'number', label: 'Seats' } }}
          rows={rows}
          total={312}
          idOf={({ id }) => id}
          nameOf={({ name }) => name}
          linkOf={({ id }) => `/boats/${id}`}
          countWords={(count) => `${count} boats`}
          searchLabel="Search boats"
          state={{ search: '', filter: undefined, sort: 'name' }}
          onChange={onChange}
          actions={(selection) => {
            selections.push(selection)
            return <button type="button">Launch</button>
          }}
          empty={<p>No boats yet</p>}
          {...more}
        />
      </>
    )
  }
  const list = <List />
  drawPage(() => list)
  await screen.findByRole('searchbox', { name: 'Search boats' })
  return userEvent.setup()
}

test('the head sorts, and a second press turns the order round', async () => {
  const user = await show()
  await user.click(screen.getByRole('button', { name: 'Seats' }))
  expect(onChange).toHaveBeenLastCalledWith({ sort: 'seats' })
  await user.click(screen.getByRole('button', { name: /^Name/ }))
  expect(onChange).toHaveBeenLastCalledWith({ sort: '-name' })
})

test('all that is shown is selected, then all that match; the selection ends with the filter', async () => {
  const user = await show()
  await user.click(screen.getByRole('checkbox', { name: 'Select Hugin' }))
  expect(selections.at(-1)).toEqual({ ids: ['1'] })
  expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Select all shown' }))
  expect(selections.at(-1)).toEqual({ ids: ['1', '2'] })
  await user.click(screen.getByRole('button', { name: 'Select all 312' }))
  expect(selections.at(-1)).toEqual({ all: true, count: 312 })
  expect(screen.getByText('312 selected')).toBeTruthy()
  expect(document.activeElement?.ariaLabel).toBe('Clear the selection')
  await user.click(screen.getByRole('button', { name: 'Clear the selection' }))
  expect(document.activeElement?.textContent).toBe('Hugin')
  await user.click(screen.getByRole('checkbox', { name: 'Select Hugin' }))
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('button', { name: 'Launch' })).toBeNull()
})

test('a filter is added, said with the count, and removed by its button', async () => {
  const few: Filter = {
    all: [
      { field: 'seats', op: 'below', value: 4 },
      { field: 'seats', op: 'from', value: 2 },
    ],
  }
  const user = await show({ state: { search: '', filter: few, sort: 'name' } })
  expect(screen.getByText('312 boats: Seats under 4, Seats at least 2')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Remove the filter: Seats at least 2' }))
  expect(document.activeElement?.textContent).toBe('Add a filter')
  await user.click(screen.getByRole('button', { name: 'Remove the filter: Seats under 4' }))
  expect(onChange).toHaveBeenLastCalledWith({ filter: { field: 'seats', op: 'from', value: 2 } })
  expect(document.activeElement?.ariaLabel).toBe('Remove the filter: Seats at least 2')
  await user.click(screen.getByRole('button', { name: 'Clear the filters' }))
  expect(document.activeElement?.textContent).toBe('Add a filter')
  await user.click(screen.getByRole('button', { name: 'Add a filter' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a filter' }))
  await user.click(dialog.getByRole('button', { name: 'Apply the filter' }))
  expect(dialog.getByText('Enter or choose a value.')).toBeTruthy()
  await user.type(dialog.getByRole('textbox', { name: 'Value' }), '6')
  await user.click(dialog.getByRole('checkbox', { name: 'Everything but these' }))
  await user.click(dialog.getByRole('button', { name: 'Apply the filter' }))
  expect(onChange).toHaveBeenLastCalledWith({
    filter: { all: [...few.all, { not: { field: 'seats', op: 'below', value: 6 } }] },
  })
})

test('a filter by a day is one of a day that can be, whose year is whole', async () => {
  const added = vi.fn<(filter: Filter | undefined) => void>()
  const fields = { born: { kind: 'date', label: 'Born' } } as const
  const user = userEvent.setup()
  drawPage(() => <FilterBar fields={fields} filter={undefined} onChange={added} />)
  await user.click(await screen.findByRole('button', { name: 'Add a filter' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a filter' }))
  const type = async (day: string) => {
    fireEvent.change(dialog.getByLabelText('Value'), { target: { value: day } })
    await user.click(dialog.getByRole('button', { name: 'Apply the filter' }))
  }
  await type('0082-03-04')
  expect(dialog.getByText('Enter a valid date.')).toBeTruthy()
  expect(added).not.toHaveBeenCalled()
  await type('1982-03-04')
  expect(added).toHaveBeenCalledWith({ field: 'born', op: 'from', value: '1982-03-04' })
})

test('one of several filters is enough where that is chosen, also after another is added or one removed', async () => {
  const [under, from] = [
    { field: 'seats', op: 'below', value: 4 },
    { field: 'seats', op: 'from', value: 8 },
  ] as const
  const both = await show({ state: { search: '', filter: { all: [under, from] }, sort: 'name' } })
  await both.selectOptions(screen.getByRole('combobox', { name: 'Show rows where' }), 'At least one filter applies')
  expect(onChange).toHaveBeenLastCalledWith({ filter: { any: [under, from] } })
  cleanup()
  const user = await show({ state: { search: '', filter: { any: [under, from] }, sort: 'name' } })
  expect(screen.getByText('312 boats: Seats under 4 or Seats at least 8')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Add a filter' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a filter' }))
  await user.type(dialog.getByRole('textbox', { name: 'Value' }), '6')
  await user.click(dialog.getByRole('button', { name: 'Apply the filter' }))
  expect(onChange).toHaveBeenLastCalledWith({
    filter: { any: [under, from, { field: 'seats', op: 'below', value: 6 }] },
  })
  await user.click(screen.getByRole('button', { name: 'Remove the filter: Seats under 4' }))
  expect(onChange).toHaveBeenLastCalledWith({ filter: from })
})

test('j, k and arrows go through the rows, / searches, and typing in the search is typing', async () => {
  const user = await show()
  await user.keyboard('j')
  expect(document.activeElement?.textContent).toBe('Hugin')
  await user.keyboard('jj')
  expect(document.activeElement?.textContent).toBe('Munin')
  await user.keyboard('k')
  expect(document.activeElement?.textContent).toBe('Hugin')
  await user.keyboard('{End}')
  expect(document.activeElement?.textContent).toBe('Munin')
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(document.activeElement?.textContent).toBe('Hugin')
  await user.keyboard('{Alt>}j{/Alt}')
  expect(document.activeElement?.textContent).toBe('Hugin')
  await user.keyboard('/')
  const search = screen.getByRole('searchbox', { name: 'Search boats' })
  expect(document.activeElement).toBe(search)
  await user.keyboard('jk/')
  expect((search as HTMLInputElement).value).toBe('jk/')
})

test('letters do nothing once they are switched off, so that nobody who speaks presses them', async () => {
  const user = await show()
  const keys = screen.getByRole('checkbox', { name: /^Keyboard shortcuts/ })
  await user.click(keys)
  await user.keyboard('j/')
  expect(document.activeElement).toBe(keys)
  await user.click(keys)
  await user.keyboard('j')
  expect(document.activeElement?.textContent).toBe('Hugin')
})

test('a dialog opened by the tools stays when a phone is turned', async () => {
  const Tool = () => {
    const [opened, setOpened] = useState(false)
    return opened ? (
      <p>Earlier exports</p>
    ) : (
      <button type="button" onClick={() => setOpened(true)}>
        Exports
      </button>
    )
  }
  const user = await show({ tools: <Tool /> })
  await user.click(screen.getByRole('button', { name: 'Exports' }))
  turnPhone(true)
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getByText('Earlier exports')).toBeTruthy()
  turnPhone(false)
  expect(screen.getByRole('table')).toBeTruthy()
  expect(screen.getByText('Earlier exports')).toBeTruthy()
})

test('columns are chosen, and kept in the browser', async () => {
  const user = await show()
  expect(screen.queryByText('oak')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Wood' }))
  expect(await screen.findAllByText('oak')).toHaveLength(2)
  cleanup()
  await show()
  expect(await screen.findAllByText('oak')).toHaveLength(2)
})

test('nothing at all, nothing that matches, and a failure have different texts', async () => {
  await show({ rows: [], total: 0 })
  expect(screen.getByText('No boats yet')).toBeTruthy()
  cleanup()
  const user = await show({ rows: [], total: 0, state: { search: 'x', filter: undefined, sort: 'name' } })
  screen.getByRole('button', { name: 'Clear the filters' }).focus()
  await user.keyboard('{Enter}')
  expect(onChange).toHaveBeenLastCalledWith({ search: '', filter: undefined })
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  cleanup()
  await show({ failed: <p>boats are away</p> })
  expect(screen.getByText('boats are away')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

test('a row that leaves the list leaves the selection', async () => {
  const user = await show()
  await user.click(screen.getByRole('checkbox', { name: /Hugin/ }))
  await user.click(screen.getByRole('checkbox', { name: /Munin/ }))
  expect(selections.at(-1)).toEqual({ ids: ['1', '2'] })
  await user.click(screen.getByRole('button', { name: 'Sink the first' }))
  expect(selections.at(-1)).toEqual({ ids: ['2'] })
})

test('what is typed in a dialog of a selection stays when its rows leave the list', async () => {
  const Sell = () => {
    const [opened, setOpened] = useState(false)
    return opened ? (
      createPortal(<input aria-label="Reason" />, document.body)
    ) : (
      <button type="button" onClick={() => setOpened(true)}>
        Sell
      </button>
    )
  }
  const user = await show({ actions: (selection) => (selections.push(selection), (<Sell />)) })
  await user.click(screen.getByRole('checkbox', { name: /Hugin/ }))
  await user.click(screen.getByRole('button', { name: 'Sell' }))
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'leaks')
  await user.click(screen.getByRole('button', { name: 'Sink the first' }))
  await user.click(screen.getByRole('button', { name: 'Sink the first' }))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Reason' }).value).toBe('leaks')
  expect(selections.at(-1)).toEqual({ ids: ['1'] })
  expect(screen.getByText('No boats yet')).toBeTruthy()
  expect(screen.queryByText('1 selected')).toBeNull()
})

test('a list that something else narrows is widened by its own way', async () => {
  const onClear = vi.fn<() => void>()
  const user = await show({ rows: [], onClear })
  await user.click(screen.getByRole('button', { name: 'Clear the filters' }))
  expect(onClear).toHaveBeenCalledOnce()
})
