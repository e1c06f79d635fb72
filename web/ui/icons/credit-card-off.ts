import { icon } from './icon.tsx'

export const IconCreditCardOff = icon(
  'M3 3l18 18',
  'M9 5h9a3 3 0 0 1 3 3v8a3 3 0 0 1 -.128 .87',
  'M18.87 18.872a3 3 0 0 1 -.87 .128h-12a3 3 0 0 1 -3 -3v-8c0 -1.352 .894 -2.495 2.124 -2.87',
  'M3 11l8 0',
  'M15 11l6 0',
  'M7 15l.01 0',
  'M11 15l2 0',
)
