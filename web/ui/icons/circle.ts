import { icon } from './icon.tsx'

export const IconCircle = icon('M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0')
