import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'

/** Hands the page's address to another app, or copies it where the browser cannot. */
export async function shareEvent({ title, path }: { title: string; path: string }): Promise<void> {
  const url = new URL(path, location.origin).href
  try {
    if ('share' in navigator) await navigator.share({ title, url })
    else {
      await (navigator as Navigator).clipboard.writeText(url)
      showToast({ message: m.event_link_copied() })
    }
  } catch (error) {
    // Whoever closes the window of apps has changed their mind.
    if (error instanceof DOMException && error.name === 'AbortError') return
    showToast({ message: m.event_link_not_copied({ url }) })
  }
}
