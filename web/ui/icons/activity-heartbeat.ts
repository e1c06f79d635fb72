import { icon } from './icon.tsx'

export const IconActivityHeartbeat = icon('M3 12h4.5l1.5 -6l4 12l2 -9l1.5 3h4.5')
