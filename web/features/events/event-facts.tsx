import { Anchor, Badge, Box, Button, Group, ProgressRoot, ProgressSection, Text, Title } from '@mantine/core'
import {
  IconCalendarEvent,
  IconCalendarPlus,
  IconLock,
  IconMail,
  IconMapPin,
  IconPhone,
  IconTicketOff,
  IconUsers,
} from '#web/ui/icons/index.ts'
import { lazy, Suspense } from 'react'
import type { EventDetail } from '#contract/events/answers.ts'
import { coverSizes } from '#contract/events/picture.ts'
import { phoneAddress, phoneWords } from '#contract/phone-words.ts'
import { clubOf, colourOf } from '#web/api/club-urls.ts'
import { calendarFileOf, pictureOf } from '#web/api/event-urls.ts'
import { ClubMark } from '#web/features/organisations/club-mark.tsx'
import { mapUrl, Fact, Facts } from '#web/ui/cards/facts.tsx'
import { paths } from '#web/paths.ts'
import { ButtonLink, TextLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ShareButton } from '#web/ui/share-button.tsx'
import { chipOf, onReadersClock, whenWords, zoneName } from '#web/ui/words/format.ts'
import { Cover, DateChip } from '#web/ui/cards/cover.tsx'
import { langOf, Own } from '#web/ui/own-text.tsx'
import { m } from '#words/messages.js'
import styles from './event-facts.module.css'
import { Kind } from './kinds.tsx'
import { fillingOf, isMembersOnly, refundWords, stateWords } from './words.ts'

/** When and where an event is and how many places are left, with links to share or ask. */
export function EventFacts({ event, now = new Date() }: { event: EventDetail; now?: Date | undefined }) {
  const refund = refundWords(event, now)
  const { place, address, contactPhone, places, title } = event
  const filling = fillingOf(places)
  // Past events show the attendance, but not places left.
  const isOver = event.gates.some(({ code }) => code === 'event_over')
  const localTime = onReadersClock(event)
  return (
    <Panel title={m.event_when_where()}>
      <Facts>
        <Fact icon={IconCalendarEvent} name={m.event_time()}>
          <Text fw={560}>{whenWords(event)}</Text>
          {localTime !== null && (
            <Text size="sm" c="dimmed">
              {m.event_time_zone({ zone: zoneName(event.timeZone), here: localTime })}
            </Text>
          )}
        </Fact>
        {(place || address) && (
          <Fact icon={IconMapPin} name={m.event_place()}>
            {place && (
              <Text fw={560} lang={langOf(event, 'place')}>
                {place}
              </Text>
            )}
            {address && (
              <>
                {address !== place && (
                  <Text size="sm" c="dimmed">
                    {address}
                  </Text>
                )}
                <Anchor href={mapUrl(address)} target="_blank" rel="noopener noreferrer" size="sm" fw={600}>
                  {m.event_map()}
                </Anchor>
              </>
            )}
          </Fact>
        )}
        {contactPhone && (
          <Fact icon={IconPhone} name={m.history_field_contact_phone()}>
            <Anchor href={phoneAddress(contactPhone)} fw={600}>
              {phoneWords(contactPhone)}
            </Anchor>
          </Fact>
        )}
        {(filling || !isOver) && (
          <Fact icon={IconUsers} name={m.event_places()}>
            {!isOver && <Text fw={560}>{leftWords(places)}</Text>}
            {filling && (
              <Text size="sm" c="dimmed" mb={6}>
                {filling.label}
              </Text>
            )}
            {filling && !isOver && (
              <ProgressRoot size={6} aria-hidden>
                <ProgressSection value={filling.share * 100} color={filling.color} />
              </ProgressRoot>
            )}
          </Fact>
        )}
        {refund !== null && !isOver && (
          <Fact icon={IconTicketOff} name={m.ticket_refund_name()}>
            {refund}
          </Fact>
        )}
      </Facts>
      <Group gap="xs" mt="lg">
        <CalendarButton event={event} />
        <ShareButton title={title} path={paths.event(event.orgKey, event.id)} variant="default" />
        <ButtonLink
          to={paths.contactUs({ orgId: event.orgId, event: event.id, subject: title })}
          variant="default"
          leftSection={<IconMail size={18} stroke={1.7} />}
          aria-label={m.event_ask_named({ title })}
        >
          {m.event_ask()}
        </ButtonLink>
      </Group>
    </Panel>
  )
}

// Lazy, because visitors see no event for members only.
const MembersCalendarButton = lazy(() => import('./members-calendar-button.tsx'))

/** A link to the event's calendar file; the file of an event for members only is fetched with the sign-in. */
function CalendarButton({ event }: { event: EventDetail }) {
  const look = {
    variant: 'default',
    leftSection: <IconCalendarPlus size={18} stroke={1.7} aria-hidden />,
    children: m.event_add_to_calendar(),
  } as const
  if (!isMembersOnly(event)) return <Button component="a" href={calendarFileOf(event.id)} {...look} />
  return (
    <Suspense fallback={<Button {...look} />}>
      <MembersCalendarButton eventId={event.id} {...look} />
    </Suspense>
  )
}

function leftWords({ left }: EventDetail['places']): string {
  if (left === null) return m.event_unlimited()
  return left === 0 ? m.event_rule_sold_out() : m.event_places_left({ count: left })
}

/** An office looks at the page as it will be: at another time, with a picture that others cannot see yet. */
export interface PagePreview {
  readonly now: Date
  /** Its address; null until it is there. */
  readonly picture: string | null
}

export interface HeadProps {
  readonly event: EventDetail
  /** The page of the club; its events when left out. */
  readonly club?: string | undefined
  readonly preview?: PagePreview | undefined
}

/** An event's picture, title and state. */
export function EventHead({ event, club = paths.eventsOf(event.orgKey), preview }: HeadProps) {
  const state = stateWords(event, preview?.now ?? new Date())
  const { picture } = event
  const cover = pictureOf(event)
  const early =
    preview && (cover && preview.picture !== null ? { ...cover, src: preview.picture, srcSet: undefined } : null)
  return (
    <header className={styles.head} data-picture={cover !== null}>
      <Cover
        colour={colourOf(clubOf(event))}
        picture={preview ? early : cover}
        first
        sizes={coverSizes}
        className={styles.cover}
      />
      {picture?.alt && <span className={styles.alt} role="img" aria-label={picture.alt} />}
      <div className={styles.words}>
        <DateChip {...chipOf(event)} />
        {/* Below the day where its longest word does not fit beside it. */}
        <Box flex="1 1 min-content" miw={0}>
          <Group gap={8} wrap="nowrap">
            <ClubMark club={clubOf(event)} size={24} />
            <Text size="sm" c="dimmed">
              <TextLink to={club} inherit fw={600}>
                {event.orgName}
              </TextLink>
              {event.kind && (
                <>
                  {' · '}
                  <Kind kind={event.kind} />
                </>
              )}
            </Text>
          </Group>
          <Title order={1} tabIndex={-1} mt={8} style={{ overflowWrap: 'break-word' }}>
            <Own of={event} field="title" />
          </Title>
          <Group gap="xs" mt="sm">
            <Badge size="lg" color={state.color}>
              {state.label}
            </Badge>
            {isMembersOnly(event) && (
              <Badge size="lg" color="gray" leftSection={<IconLock size={14} stroke={2} aria-hidden />}>
                {m.event_members_only()}
              </Badge>
            )}
          </Group>
        </Box>
      </div>
    </header>
  )
}
