import { lazy } from 'react'

/** What the side panel shows comes when it is opened. */
export const SidePanelContent = lazy(async () => ({
  default: (await import('./side-panel-content.tsx')).SidePanelContent,
}))
