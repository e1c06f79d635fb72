import { icon } from './icon.tsx'

export const IconArrowRight = icon('M5 12l14 0', 'M13 18l6 -6', 'M13 6l6 6')
