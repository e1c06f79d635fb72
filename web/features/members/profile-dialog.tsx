import { lazyDialog } from '#web/ui/dialogs/lazy-dialog.tsx'

/** The profile form in a dialog, so that the page below keeps its state. */
export const ProfileDialog = lazyDialog(async () => (await import('./profile-window.tsx')).ProfileWindow)
