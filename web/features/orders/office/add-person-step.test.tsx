import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MOST_FOUND } from '#contract/values.ts'
import { queryClient } from '#web/api/query-client.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import type { AddDraft } from './add-draft.ts'
import { PersonStep } from './add-person-step.tsx'

const anna = { id: 'anna', name: 'Anna Holm', dateOfBirth: null, email: null, phone: '', of: null }
const bo = { ...anna, id: 'bo', name: 'Bo Holm' }

beforeEach(() => overwriteGetLocale(() => 'en'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
})

function Step() {
  const [shown, setShown] = useState({ memberId: '', isNew: false } as AddDraft)
  return (
    <>
      <PersonStep orgId="club" draft={shown} showErrors={false} onChange={(some) => setShown({ ...shown, ...some })} />
      <output>{`chosen: ${shown.memberId}`}</output>
    </>
  )
}

function search(answer: (search: string | null) => Response) {
  vi.stubGlobal('fetch', (url: string | URL) => Promise.resolve(answer(new URL(url).searchParams.get('search'))))
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <Step />
      </MantineProvider>
    </QueryClientProvider>,
  )
  const field = screen.getByRole('searchbox')
  return (typed: string) => fireEvent.change(field, { target: { value: typed } })
}

test('a search that fails says so, and not that there is nobody', async () => {
  const problem = { code: 'internal', title: '', type: '', status: 500 }
  search(() => Response.json(problem, { status: 500 }))('Anna')
  await screen.findByRole('alert')
  expect(screen.queryByText('No one in the club was found.')).toBeNull()
})

test('nobody is chosen any more once another search begins', async () => {
  const type = search((typed) => Response.json(typed === 'Bo' ? [bo] : [anna]))
  type('Anna')
  fireEvent.click(await screen.findByRole('radio', { name: 'Anna Holm' }))
  screen.getByText('chosen: anna')
  type('Bo')
  await screen.findByRole('radio', { name: 'Bo Holm' })
  screen.getByText('chosen:')
})

test('who is chosen while another search is on its way is shown beside those it finds', async () => {
  const type = search((typed) => Response.json(typed === 'Bo' ? [bo] : [anna]))
  type('Anna')
  await screen.findByRole('radio', { name: 'Anna Holm' })
  type('Bo')
  fireEvent.click(screen.getByRole('radio', { name: 'Anna Holm' }))
  await screen.findByRole('radio', { name: 'Bo Holm' })
  expect(screen.getByRole('radio', { name: 'Anna Holm' })).toHaveProperty('checked', true)
  screen.getByText('chosen: anna')
})

test('of more people than a search finds, it says so', async () => {
  const many = Array.from({ length: MOST_FOUND }, (_, at) => ({ ...anna, id: `${at}`, name: `Anna ${at}` }))
  search(() => Response.json(many))('Anna')
  await screen.findByText('The first 20. Type more to narrow the search.')
})
