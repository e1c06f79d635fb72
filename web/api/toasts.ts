import { hideToasts, showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { problemText } from './problem-text.ts'

/** Tells why an action failed. */
export const showFailure = (error: unknown) => showToast({ type: 'error', message: problemText(error) })

/**
 * Tells that something is saved, with a button that sends the inverse call. For what has not left the house.
 * @param group its last one replaces the one before, where somebody does the same to one thing after the other
 */
export function showUndo(message: string, undo: () => Promise<unknown>, group?: string): void {
  if (group) hideToasts(group)
  const done = () => showToast({ message: m.undo_done() })
  showToast({
    message,
    ...(group && { group }),
    action: { label: m.action_undo(), onClick: () => void undo().then(done, showFailure) },
  })
}
