import { icon } from './icon.tsx'

export const IconTicketOff = icon(
  'M15 5v2',
  'M15 17v2',
  'M9 5h10a2 2 0 0 1 2 2v3a2 2 0 1 0 0 4v3m-2 2h-14a2 2 0 0 1 -2 -2v-3a2 2 0 1 0 0 -4v-3a2 2 0 0 1 2 -2',
  'M3 3l18 18',
)
