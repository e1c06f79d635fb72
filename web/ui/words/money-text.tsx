import { useEffect, useState } from 'react'
import { formatDateTime, formatMoney, sinceWords } from './format.ts'
import c from '../page.module.css'

/** An amount in the reader's language, with digits that line up. */
export const MoneyText = ({ value }: { value: { minor: number; currency: string } }) => (
  <span className={c.numeric}>{formatMoney(value)}</span>
)

interface MomentTextProps {
  readonly moment: string
  /** Its day stands above it. */
  readonly inDay?: boolean | undefined
}

/** How long ago something was, kept true while the page stands open; the whole date on hover. */
export function MomentText({ moment, inDay }: MomentTextProps) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={moment} title={formatDateTime(moment)}>
      {sinceWords(moment, { now, inDay })}
    </time>
  )
}
