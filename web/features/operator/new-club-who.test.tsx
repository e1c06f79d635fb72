import { expect, test } from 'vitest'
import { whoErrors } from './new-club-who.tsx'

const wrongAddress = (contactEmail: string) =>
  'contactEmail' in whoErrors({ name: 'Roklub', key: 'RO', cvr: '', colour: '', contactEmail } as never, undefined)

test('an address is refused beside its field, as the server would refuse it', () => {
  expect(['bo@roklub.dk', 'Bo <bo@roklub.dk>', 'bo@roklub.d', 'bo..b@roklub.dk'].map(wrongAddress)).toEqual([
    false,
    false,
    true,
    true,
  ])
})
