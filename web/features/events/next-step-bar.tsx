import { Button, Text } from '@mantine/core'
import type { EventDetail } from '#contract/events/answers.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { priceWords } from './words.ts'
import type { NextStep } from './next-step.ts'
import styles from './next-step-bar.module.css'

/** Price, registration state and next step; sticks to the bottom on phones. */
export function NextStepBar({ event, step }: { event: EventDetail; step: NextStep }) {
  const { text, primary, secondary, off = false } = step
  const price = priceWords(event)
  // With a ticket, the price matters only if others can be added.
  const costs = secondary || (event.tickets === 0 && !event.gates.some(({ code }) => code === 'event_over'))
  return (
    <section className={styles.bar} aria-label={m.event_registration()}>
      <div className={styles.words}>
        {costs && (
          <Text fw={690} className={styles.price}>
            {price.price}
            {price.beside && <span className={styles.member}>{price.beside}</span>}
          </Text>
        )}
        <Text size="sm" c="dimmed" role="status">
          {text}
        </Text>
      </div>
      {(primary || secondary) && (
        <div className={styles.actions}>
          {[primary, secondary].map((one) => {
            if (!one) return null
            const look = { size: 'md', ...(one === secondary && { variant: 'default' }) }
            return off ? (
              <Button key={one.to} disabled {...look}>
                {one.label}
              </Button>
            ) : (
              <ButtonLink key={one.to} to={one.to} {...look}>
                {one.label}
              </ButtonLink>
            )
          })}
        </div>
      )}
    </section>
  )
}
