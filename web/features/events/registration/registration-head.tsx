import { Title } from '@mantine/core'
import { IconCalendarEvent, IconMapPin } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import type { EventDetail } from '#contract/event-answers.ts'
import { chipOf, onReadersClock, whenWords, zoneName } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import styles from './registration.module.css'

/** What is registered for: the page's h1, when and where. */
export function RegistrationHead({ event }: { event: EventDetail }) {
  const chip = chipOf(event)
  const elsewhere = onReadersClock(event)
  return (
    <header className={styles.head} style={{ '--h': event.hue } as CSSProperties}>
      <svg className={styles.waves} viewBox="0 0 1200 240" preserveAspectRatio="none" aria-hidden>
        <path d="M0 190c180-60 330-40 520-20s420 20 680-130v200H0Z" fill="#fff" opacity=".08" />
        <path d="M0 222c220-50 400-30 600-14s380 6 600-86v118H0Z" fill="#fff" opacity=".1" />
      </svg>
      <span className={styles.chip} aria-hidden>
        <strong>{chip.day}</strong>
        <span>{chip.month}</span>
      </span>
      <div className={styles.headText}>
        <p className={styles.club}>{event.orgName}</p>
        <Title order={1} tabIndex={-1} className={styles.title}>
          {m.register_heading({ event: event.title })}
        </Title>
        <ul className={styles.facts}>
          <li>
            <IconCalendarEvent size={18} stroke={1.7} aria-hidden />
            {whenWords(event)}
            {elsewhere && ` (${zoneName(event.timeZone)})`}
          </li>
          {event.place && (
            <li>
              <IconMapPin size={18} stroke={1.7} aria-hidden />
              {event.place}
            </li>
          )}
        </ul>
      </div>
    </header>
  )
}
