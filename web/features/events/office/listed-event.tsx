import { Box, Group, Progress, Text, Tooltip } from '@mantine/core'
import type { OfficeCoupon } from '#contract/events/office-coupons.ts'
import type { EventFields, ListedEvent } from '#contract/events/office.ts'
import { Local } from '#web/parts/local-text.tsx'
import { paths } from '#web/paths.ts'
import { ErrorPanel } from '#web/ui/empty-state.tsx'
import { IconRefresh } from '#web/ui/icons/index.ts'
import { ButtonLink, TextLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { ruleWords } from './repeat-words.ts'

// `titleOf` and `couponTitle` where an element can be: Danish text is marked as Danish.

/** An event's title in an office's lists and headings. */
export const EventTitle = ({ event: { title } }: { readonly event: { readonly title: EventFields['title'] } }) => (
  <Local text={title} none={m.office_events_untitled()} />
)

/** A batch is called by its name. */
export const CouponTitle = ({ coupon }: { coupon: Pick<OfficeCoupon, 'code' | 'codes' | 'fields'> }) =>
  coupon.codes === null ? coupon.code : <Local text={coupon.fields.name} />

export function SoldPlaces({ event }: { event: Pick<ListedEvent, 'sold' | 'held' | 'places'> }) {
  const { sold, held, places } = event
  const words = places === null ? m.office_events_sold({ sold }) : m.office_events_sold_of({ sold, places })
  return (
    <>
      <Text component="span" size="sm">
        {[words, held > 0 && m.office_events_held({ held })].filter(Boolean).join(', ')}
      </Text>
      {places !== null && places > 0 && (
        <Progress.Root size={6} mt={4} miw={120} aria-hidden>
          <Progress.Section value={(100 * sold) / places} color="fjord.5" />
          <Progress.Section value={(100 * held) / places} color="coral.5" />
        </Progress.Root>
      )}
    </>
  )
}

const unanswered = { field: 'answersMissing', op: 'any_of', values: ['yes'] }

type Waited = Pick<ListedEvent, 'id' | 'waiting' | 'answersMissing'>

/** Who waits for places, and whose answers are missing: where there are any, links to them. */
export function WaitingGuests({ orgKey, event }: { orgKey: string; event: Waited }) {
  const { id, waiting, answersMissing } = event
  if (waiting + answersMissing === 0) return null
  return (
    <Group component="span" gap="6px 12px" mt={4} fz="sm">
      {waiting > 0 && (
        <TextLink to={paths.officeWaiting(orgKey, id)} alone inherit>
          {m.office_events_waiting({ count: waiting })}
        </TextLink>
      )}
      {answersMissing > 0 && (
        <TextLink
          to={paths.officeEvent(orgKey, id, { tab: 'people', filter: JSON.stringify(unanswered) })}
          alone
          inherit
        >
          {m.office_events_unanswered({ count: answersMissing })}
        </TextLink>
      )}
    </Group>
  )
}

type Series = NonNullable<ListedEvent['series']>

export const seriesWords = ({ rule, startsOn }: Series): string => m.series_mark({ rule: ruleWords(rule, startsOn) })

/** Marks a date of a series; whoever points at it reads how it repeats. */
export const SeriesMark = ({ series }: { readonly series: Series }) => (
  <Tooltip label={seriesWords(series)} events={{ hover: true, focus: false, touch: true }}>
    <Box component="span" role="img" aria-label={seriesWords(series)} display="inline-flex" c="dimmed">
      <IconRefresh size={15} stroke={1.9} aria-hidden />
    </Box>
  </Tooltip>
)

/** Instead of an event that is not there any more. */
export const EventGone = ({ orgKey, message = m.event_edit_gone() }: { orgKey: string; message?: string }) => (
  <ErrorPanel
    order={1}
    message={message}
    actions={<ButtonLink to={paths.officeEvents(orgKey)}>{m.event_edit_back()}</ButtonLink>}
  />
)
