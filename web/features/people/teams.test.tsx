import { MantineProvider } from '@mantine/core'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Team } from '#contract/people/teams.ts'
import { queryClient } from '#web/api/query-client.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { teamsQuery } from './team-queries.ts'
import { ArchiveTeam, TeamDialog } from './teams.tsx'

/** As the server has it. */
let team: Team

beforeEach(() => {
  Element.prototype.scrollIntoView = () => {}
  overwriteGetLocale(() => 'en')
  team = { id: 'team', version: 1, name: 'U15', season: '2026', archived: false, people: 0, trainers: [] }
  vi.stubGlobal('fetch', (_: string | URL, { method, body }: { readonly method: string; readonly body: string }) => {
    if (method === 'GET') return Promise.resolve(Response.json([team]))
    const { version, ...fields } = JSON.parse(body) as Team
    if (version !== team.version)
      return Promise.resolve(
        Response.json({ code: 'changed_meanwhile', status: 409, title: '', data: { current: team } }, { status: 409 }),
      )
    team = { ...team, ...fields, version: version + 1 }
    return Promise.resolve(Response.json(team))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
  sessionStorage.clear()
})

/** A page that shows the team as it is read last. */
function Page({ children }: { children: (team: Team) => ReactNode }) {
  const { data: teams } = useQuery(teamsQuery('club'))
  return teams ? children(teams[0]!) : null
}
const draw = (page: (team: Team) => ReactNode) =>
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <Page>{page}</Page>
      </MantineProvider>
    </QueryClientProvider>,
  )
const pressed = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

test('a team that somebody else has saved meanwhile is shown before it is saved over, and keeps what is typed', async () => {
  draw((shown) => <TeamDialog orgId="club" team={shown} onClose={() => {}} />)
  const season = await screen.findByLabelText<HTMLInputElement>('Season')
  team = { ...team, version: 2, name: 'U16' }
  await queryClient.invalidateQueries()
  fireEvent.change(season, { target: { value: '2027' } })
  await pressed('Save')
  await screen.findByText('Someone else saved this in the meantime')
  expect([team.name, season.value]).toEqual(['U16', '2027'])
  await pressed('Save what I chose')
  await waitFor(() => expect(team).toMatchObject({ version: 3, name: 'U16', season: '2027' }))
})

test('what somebody else has changed is read again after the refusal, so that the next press counts', async () => {
  draw((shown) => <ArchiveTeam orgId="club" team={shown} />)
  await screen.findByRole('button', { name: 'Archive' })
  team = { ...team, version: 2 }
  await pressed('Archive')
  await waitFor(() => expect(queryClient.getQueryData(teamsQuery('club').queryKey)).toEqual([team]))
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Archive' }).disabled).toBe(false))
  await pressed('Archive')
  await waitFor(() => expect(team.archived).toBe(true))
})
