import { afterPaint } from '#web/ui/loading/after-paint.tsx'

/** The button of the side panel, in the header of every page. */
export const MemberSidePanel = afterPaint(async () => (await import('./side-panel.tsx')).MemberSidePanel)
