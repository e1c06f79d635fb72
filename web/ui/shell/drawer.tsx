import { useEffect, useRef, type ReactNode } from 'react'
import { painted } from '../painted.ts'
import c from './shell.module.css'

interface DrawerProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly label: string
  readonly children: ReactNode
}

/** The menu over the page. The browser's own dialog keeps the focus inside, closes on Escape and gives the focus back. */
export function Drawer({ opened, onClose, label, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    let wanted = true
    // Whatever lies under an open dialog is styled anew: the button says first that it was pressed.
    if (opened) void painted().then(() => wanted && !element.open && element.showModal())
    else if (element.open) element.close()
    const closeOutside = (event: MouseEvent) => {
      if (event.target === element) onClose()
    }
    element.addEventListener('click', closeOutside)
    return () => {
      wanted = false
      element.removeEventListener('click', closeOutside)
    }
  }, [opened, onClose])
  return (
    <dialog ref={dialog} className={c.drawer} aria-label={label} onClose={onClose}>
      <div className={c.drawerContent}>{children}</div>
    </dialog>
  )
}
