import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { overwriteGetLocale } from '#words/runtime.js'
import { templatesQuery } from './queries.ts'
import { TemplateDialog } from './template-dialog.tsx'

beforeEach(() => {
  overwriteGetLocale(() => 'en')
  sessionStorage.clear()
})
afterEach(cleanup)

function Page() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      <TemplateDialog
        opened={opened}
        orgId="club"
        orgKey="CLUB"
        filling={{ name: 'Anna Holm', club: 'Club' }}
        onInsert={() => {}}
        onClose={() => setOpened(false)}
      />
    </>
  )
}

test('a template that is begun is there when the dialog is closed and opened again', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(templatesQuery('club').queryKey, [])
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <Page />
      </QueryClientProvider>
    </MantineProvider>,
  )
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
  await press('Open')
  await press('New template')
  await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), 'Opening hours')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('Open')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('Opening hours')
})
