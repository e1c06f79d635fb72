import { afterEach, expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { call } from './client.ts'
import { notifySessionEnd } from './session/browser-session.ts'
import { officeDerived, queryClient, whenDone } from './query-client.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

test('cached data is cleared at sign-out', () => {
  queryClient.setQueryData(['members', 'anna'], { firstName: 'Anna' })
  notifySessionEnd()
  expect(queryClient.getQueryData(['members', 'anna'])).toBeUndefined()
})

test('what follows a change is said wherever the reader is, and leads on only from its own page', async () => {
  const said: string[] = []
  const outcome = { onSuccess: () => said.push('done'), onSuccessHere: () => said.push('led on') }
  const settled = (change: Promise<void>) =>
    new Promise<void>((resolve) => whenDone(change, { ...outcome, onSettled: resolve }))
  await settled(Promise.resolve())
  const left = settled(Promise.resolve())
  history.pushState(null, '', '/elsewhere')
  await left
  expect(said).toEqual(['done', 'led on', 'done'])
})

/** Every call of the contract that changes something at a club. */
const writesAtClubs = Object.values(api)
  .flatMap((domain): Endpoint[] => Object.values(domain))
  .filter(({ method, path }) => method !== 'GET' && /\/org\/\{orgId\}\//.test(path))

test('after every write at a club, what its office lacks and what waits there is read again', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { headers: { 'content-type': 'application/json' } })))
  expect(writesAtClubs.length).toBeGreaterThan(50)
  for (const endpoint of writesAtClubs) {
    for (const key of officeDerived) queryClient.setQueryData([...key, 'club'], 'as it was')
    await call(endpoint, { orgId: 'club' })
    for (const key of officeDerived)
      expect(queryClient.getQueryState([...key, 'club'])?.isInvalidated, endpoint.path).toBe(true)
  }
})
