import { useEffect, useState } from 'react'
import { formatDateTime, formatMoney, sinceWords } from './format.ts'
import { m } from '#words/messages.js'
import c from '../page.module.css'

/** An amount with tabular digits. */
export const MoneyText = ({ value }: { value: { minor: number; currency: string } }) => (
  <span className={c.numeric}>{formatMoney(value)}</span>
)

/** The price of one thing: "Free" where it costs nothing. */
export const PriceText = ({ value }: { value: { minor: number; currency: string } }) =>
  value.minor === 0 ? m.event_free() : <MoneyText value={value} />

interface MomentTextProps {
  readonly moment: string
  /** Shown below a heading with the day. */
  readonly inDay?: boolean | undefined
}

/** A relative time that updates itself; the full date is in its tooltip. */
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
