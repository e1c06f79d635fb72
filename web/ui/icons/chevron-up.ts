import { icon } from './icon.tsx'

export const IconChevronUp = icon('M6 15l6 -6l6 6')
