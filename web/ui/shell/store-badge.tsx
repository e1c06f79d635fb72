import { IconDeviceMobileDown } from '../icons/index.ts'
import { m } from '#words/messages.js'
import { Hint } from '../hint.tsx'
import c from './shell.module.css'

interface StoreBadgeProps {
  readonly url: string
  /** Icon only, with a tooltip. */
  readonly mini?: boolean
}

export function StoreBadge({ url, mini = false }: StoreBadgeProps) {
  const label = `${m.shell_store_get()}: ${m.shell_store_app()}`
  return (
    <Hint label={label} side="right" disabled={!mini}>
      <a className={c.storeBadge} href={url} rel="noopener noreferrer" target="_blank" aria-label={label}>
        <IconDeviceMobileDown size={26} stroke={1.5} aria-hidden />
        {!mini && (
          <span>
            {m.shell_store_get()}
            <strong>{m.shell_store_app()}</strong>
          </span>
        )}
      </a>
    </Hint>
  )
}
