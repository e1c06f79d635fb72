import { lazyPart } from '#web/ui/loading/lazy-part.tsx'

/** What the side panel shows comes when it is opened. */
export const SidePanelContent = lazyPart(async () => (await import('./side-panel-content.tsx')).SidePanelContent)
