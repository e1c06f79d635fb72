import { expect, test } from 'vitest'
import { forgetAll } from './session/browser-session.ts'
import { queryClient } from './query-client.ts'

test('cached data is cleared at sign-out', () => {
  queryClient.setQueryData(['members', 'anna'], { firstName: 'Anna' })
  forgetAll()
  expect(queryClient.getQueryData(['members', 'anna'])).toBeUndefined()
})
