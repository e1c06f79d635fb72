import { whenOpened } from '#web/ui/loading/when-opened.tsx'

/** The profile's form over another page, which keeps what was typed there. */
export const ProfileDialog = whenOpened(async () => (await import('./profile-window.tsx')).ProfileWindow)
