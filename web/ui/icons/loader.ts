import { icon } from './icon.tsx'

export const IconLoader = icon(
  'M12 6l0 -3',
  'M16.25 7.75l2.15 -2.15',
  'M18 12l3 0',
  'M16.25 16.25l2.15 2.15',
  'M12 18l0 3',
  'M7.75 16.25l-2.15 2.15',
  'M6 12l-3 0',
  'M7.75 7.75l-2.15 -2.15',
)
