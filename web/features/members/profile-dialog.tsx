import { lazyDialog } from '#web/ui/dialogs/lazy-dialog.tsx'

/** The profile's form over another page, which keeps what was typed there. */
export const ProfileDialog = lazyDialog(async () => (await import('./profile-window.tsx')).ProfileWindow)
