import { expect, test } from 'vitest'
import { notifySessionEnd } from './session/browser-session.ts'
import { queryClient } from './query-client.ts'

test('cached data is cleared at sign-out', () => {
  queryClient.setQueryData(['members', 'anna'], { firstName: 'Anna' })
  notifySessionEnd()
  expect(queryClient.getQueryData(['members', 'anna'])).toBeUndefined()
})
