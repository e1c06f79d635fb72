import { m } from '#words/messages.js'
import { TextLink } from '../link.tsx'
import c from './shell.module.css'

/** The pages above a page, outermost first. */
export type Trail = readonly { readonly label: string; readonly to: string }[]

export interface WhereProps {
  readonly title: string
  readonly crumbs: Trail | null
}

/** Where the reader is, in the header: breadcrumbs, or the page's title when it has none. */
export const Where = ({ title, crumbs }: WhereProps) => (
  <div className={c.where}>
    {crumbs ? <Crumbs title={title} crumbs={crumbs} /> : <span className={c.here}>{title}</span>}
  </div>
)

/** The breadcrumbs above the page, where the header has no room for them; a page that is the first of its trail needs none. */
export const TrailOnPhone = ({ title, crumbs }: WhereProps) =>
  crumbs &&
  crumbs.length > 0 && (
    <div className={c.trail}>
      <Crumbs title={title} crumbs={crumbs} />
    </div>
  )

const Crumbs = ({ title, crumbs }: { title: string; crumbs: Trail }) => (
  <nav aria-label={m.shell_breadcrumbs()}>
    <ol className={c.crumbs}>
      {crumbs.map(({ label, to }) => (
        <li key={to}>
          <TextLink to={to} size="sm" c="dimmed">
            {label}
          </TextLink>
        </li>
      ))}
      <li className={c.here} aria-current="page">
        {title}
      </li>
    </ol>
  </nav>
)
