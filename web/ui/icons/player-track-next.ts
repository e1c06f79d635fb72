import { icon } from './icon.tsx'

export const IconPlayerTrackNext = icon('M3 5v14l8 -7l-8 -7', 'M14 5v14l8 -7l-8 -7')
