import { icon } from './icon.tsx'

export const IconCalendarX = icon(
  'M13 21h-7a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v6.5',
  'M16 3v4',
  'M8 3v4',
  'M4 11h16',
  'M22 22l-5 -5',
  'M17 22l5 -5',
)
