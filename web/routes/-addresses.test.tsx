import { afterEach, expect, test, vi } from 'vitest'
import { Route as person } from './_member._office.office.$orgKey.members.$memberId.tsx'
import { Route as team } from './_member._office.office.$orgKey.members.teams.$teamId.tsx'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['a person', person],
  ['a team', team],
])('the address of %s with no id is no page, and nothing is asked of the server', async (_, { options }) => {
  const fetch = vi.fn(() => Promise.resolve(Response.json({})))
  vi.stubGlobal('fetch', fetch)
  const loader = options.loader as unknown as (at: { params: Record<string, string> }) => Promise<unknown>
  const params = { orgKey: 'ROKLUB', memberId: 'anna', teamId: 'u12' }
  await expect(loader({ params })).rejects.toMatchObject({ isNotFound: true, data: { invalidId: true } })
  expect(fetch).not.toHaveBeenCalled()
})
