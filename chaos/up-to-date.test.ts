import { expect, test } from 'vitest'
import { mutations } from './mutations/mutations.ts'
import { outOfDate } from './mutations/run-mutation.ts'
import { forgottenPlaces } from './rows/named-places.ts'

test('every guard that a mutation removes and every crash point is where it was', async () => {
  expect([...(await outOfDate(mutations)), ...forgottenPlaces()]).toEqual([])
})
