import { icon } from './icon.tsx'

export const IconSelector = icon('M8 9l4 -4l4 4', 'M16 15l-4 4l-4 -4')
