import { icon } from './icon.tsx'

export const IconIdBadge2 = icon(
  'M7 12h3v4h-3l0 -4',
  'M10 6h-6a1 1 0 0 0 -1 1v12a1 1 0 0 0 1 1h16a1 1 0 0 0 1 -1v-12a1 1 0 0 0 -1 -1h-6',
  'M10 4a1 1 0 0 1 1 -1h2a1 1 0 0 1 1 1v3a1 1 0 0 1 -1 1h-2a1 1 0 0 1 -1 -1l0 -3',
  'M14 16h2',
  'M14 12h4',
)
