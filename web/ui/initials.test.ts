import { expect, test } from 'vitest'
import { initialsOf } from './initials.tsx'

test.each([
  ['Anna Holm', 'AH'],
  ['Anna Marie Lindqvist Holm', 'AH'],
  ['åse', 'Å'],
  ['Anna 2', 'A'],
  ['Alma (gæst)', 'AG'],
  ["Sean O'Brien", 'SO'],
  ['𝒜nna', '𝒜'],
  ['4711', '4'],
  ['', ''],
])('%s is %s', (name, initials) => expect(initialsOf(name)).toBe(initials))
