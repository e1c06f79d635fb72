import { Button, type ButtonProps } from '@mantine/core'
import { IconShare2 } from './icons/index.ts'
import { m } from '#words/messages.js'
import { showToast } from './toasts/toast.tsx'

interface Shared {
  readonly title: string
  /** A page that is open to everybody. */
  readonly path: string
}

/** Shares a page's address, or copies it if the browser can't share. */
export const ShareButton = ({ title, path, ...look }: Shared & ButtonProps) => (
  <Button leftSection={<IconShare2 size={18} stroke={1.7} />} {...look} onClick={() => void share({ title, path })}>
    {m.event_share()}
  </Button>
)

async function share({ title, path }: Shared): Promise<void> {
  const url = new URL(path, location.origin).href
  try {
    if ('share' in navigator) await navigator.share({ title, url })
    else {
      await (navigator as Navigator).clipboard.writeText(url)
      showToast({ message: m.event_link_copied() })
    }
  } catch (error) {
    // The share dialog was dismissed.
    if (error instanceof DOMException && error.name === 'AbortError') return
    showToast({ message: m.event_link_not_copied({ url }) })
  }
}
