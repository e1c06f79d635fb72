import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { lazyRouteComponent } from '@tanstack/react-router'
import { lazy, Suspense, type ReactNode } from 'react'
import { useTabName } from '#web/ui/page-title.ts'
import { Optional } from '#web/ui/loading/optional.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { langOf } from '#web/ui/own-text.tsx'
import { m } from '#words/messages.js'
import { EventFacts, EventHead, type HeadProps } from './event-facts.tsx'
import styles from './event-layout.module.css'
import { EventPrices } from './event-prices.tsx'
import { NextStepBar } from './next-step-bar.tsx'
import type { NextStep } from './next-step.ts'

// Its parser is as large as the rest of the page.
const Markdown = lazyRouteComponent(() => import('#web/ui/markdown/markdown.tsx'), 'Markdown')

// Few events repeat.
const OtherDates = lazy(() => import('./other-dates.tsx'))

/** Loads what draws an event's description, so that it takes the place of the server's words at once. */
export const loadDescription = async (): Promise<void> => Markdown.preload?.()

interface Props extends HeadProps {
  readonly step: NextStep
  readonly notice?: ReactNode
  /** Below the description. */
  readonly children?: ReactNode
}

/** An event's page: what everybody sees, and what the reader's part adds. */
export function EventLayout({ event, step, club, notice, preview, children }: Props) {
  useTabName(preview ? null : event.title)
  return (
    <Stack gap="lg">
      {notice}
      <EventHead event={event} club={club} preview={preview} />
      <div className={styles.columns}>
        <NextStepBar event={event} step={step} />
        <Stack gap={20} miw={0} style={{ gridArea: 'side' }}>
          <EventFacts event={event} now={preview?.now} />
        </Stack>
        <Stack gap={20} miw={0} style={{ gridArea: 'main' }}>
          {event.description.trim() !== '' && (
            <Panel title={m.event_about()}>
              <Suspense fallback={<Skeleton height={120} />}>
                <div lang={langOf(event, 'description')}>
                  <Markdown text={event.description} />
                </div>
              </Suspense>
            </Panel>
          )}
          <EventPrices event={event} />
          {children}
          {event.otherDates && !preview && (
            <Optional>
              <OtherDates event={event} />
            </Optional>
          )}
        </Stack>
      </div>
    </Stack>
  )
}

/** As high as an event's page. */
export const EventSkeleton = () => (
  <Stack gap="lg" aria-busy role="status">
    <VisuallyHidden>{m.loading_label()}</VisuallyHidden>
    <Skeleton height="clamp(270px, 34vw, 420px)" radius={20} />
    <div className={styles.columns}>
      <Skeleton height={140} radius="lg" />
      <Stack gap={20} miw={0} style={{ gridArea: 'side' }}>
        <Skeleton height={300} radius="lg" />
      </Stack>
      <Stack gap={20} miw={0} style={{ gridArea: 'main' }}>
        <Skeleton height={260} radius="lg" />
      </Stack>
    </div>
  </Stack>
)
