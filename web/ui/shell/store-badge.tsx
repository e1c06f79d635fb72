import { IconDeviceMobileDown } from '@tabler/icons-react'
import { m } from '#words/messages.js'
import c from './shell.module.css'

/** The way to the app in the store. */
export const StoreBadge = ({ url }: { url: string }) => (
  <a className={c.storeBadge} href={url} rel="noopener noreferrer" target="_blank">
    <IconDeviceMobileDown size={26} stroke={1.5} aria-hidden />
    <span>
      {m.shell_store_get()}
      <strong>{m.shell_store_app()}</strong>
    </span>
  </a>
)
