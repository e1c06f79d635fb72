import { IconChevronRight } from '@tabler/icons-react'
import { m } from '#words/messages.js'
import { TextLink } from '../link.tsx'
import c from './shell.module.css'

interface WhereProps {
  readonly title: string
  readonly crumbs: readonly { readonly label: string; readonly to: string }[]
}

/** Where the reader is: breadcrumbs, or the page's title when it has none. */
export function Where({ title, crumbs }: WhereProps) {
  if (crumbs.length === 0) {
    return (
      <div className={c.where}>
        <span className={c.here}>{title}</span>
      </div>
    )
  }
  return (
    <nav className={c.where} aria-label={m.shell_breadcrumbs()}>
      <ol className={c.crumbs}>
        {crumbs.map(({ label, to }) => (
          <li key={to}>
            <TextLink to={to} size="sm" c="dimmed">
              {label}
            </TextLink>
            <IconChevronRight size={14} aria-hidden />
          </li>
        ))}
        <li className={c.here} aria-current="page">
          {title}
        </li>
      </ol>
    </nav>
  )
}
