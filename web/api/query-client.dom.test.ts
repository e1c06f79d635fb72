import { expect, test } from 'vitest'
import { forgetAll } from './session/browser-session.ts'
import { queryClient } from './query-client.ts'

test('what the server said of a person is forgotten with them', () => {
  queryClient.setQueryData(['members', 'anna'], { firstName: 'Anna' })
  forgetAll()
  expect(queryClient.getQueryData(['members', 'anna'])).toBeUndefined()
})
