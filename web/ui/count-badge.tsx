import { countText } from './words/format.ts'
import c from './count-badge.module.css'

/** The class of a button that has a count on it. */
export const underCountBadge = c.under ?? ''

/** How many wait behind a button, on its corner; none when there are none. The button's name says it to whoever does not see it. */
export const CountBadge = ({ count }: { count: number }) =>
  count > 0 && (
    <span className={c.badge} aria-hidden>
      {countText(count)}
    </span>
  )
