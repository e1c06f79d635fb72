import { icon } from './icon.tsx'

export const IconHeading = icon('M7 12h10', 'M7 5v14', 'M17 5v14', 'M15 19h4', 'M15 5h4', 'M5 19h4', 'M5 5h4')
