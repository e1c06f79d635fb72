import { Group, Stack } from '@mantine/core'
import { IconBuildingCommunity, IconCalendarEvent, IconTicket } from '#web/ui/icons/index.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import type { Ticket } from '#contract/events/tickets.ts'
import { config } from '#web/api/config.ts'
import { useSubject } from '#web/api/acting/subject.ts'
import { QueryError, useRetryFailed } from '#web/parts/query-error.tsx'
import { useSession } from '#web/api/session/session.ts'
import { isSuperAdmin } from '#web/api/session/token-claims.ts'
import { Checklist } from '#web/features/home/checklist.tsx'
import { missingAnswersNotices, officeAttentions } from '#web/features/home/waiting.ts'
import { homeQuery, loadHome, useDismissJoining } from '#web/features/home/queries.ts'
import { ForWhom } from '#web/features/members/acting/for-whom.tsx'
import { NextTicket } from '#web/features/events/next-ticket.tsx'
import { opensSoonNotices } from '#web/features/events/words.ts'
import { forMeQuery, ticketsQuery } from '#web/features/events/queries.ts'
import { addressAttention } from '#web/features/members/address-notices.tsx'
import { missingInProfile } from '#web/features/members/address-rules.ts'
import { WaitingInvitations } from '#web/features/members/family/waiting-invitations.tsx'
import { useWaitingInvitations } from '#web/features/members/queries.ts'
import { FamilyTable } from '#web/features/memberships/holdings/family-table.tsx'
import { attentionsOf, QuietOffers } from '#web/features/memberships/needs/family-needs.tsx'
import { useReloadMemberships } from '#web/features/memberships/queries.ts'
import { isOrWasMember, summarise } from '#web/features/memberships/summary.ts'
import { useFamily } from '#web/features/memberships/people.ts'
import { readPaymentRecord } from '#web/features/orders/checkout/payment-record.ts'
import { UnpaidNotice } from '#web/features/orders/unpaid/unpaid-notice.tsx'
import { unpaidQuery } from '#web/features/orders/queries.ts'
import { organisationsQuery } from '#web/features/organisations/queries.ts'
import { groupTickets } from '#web/features/events/tickets/group-tickets.ts'
import { paths } from '#web/paths.ts'
import { AttentionList } from '#web/ui/cards/attention-list.tsx'
import { QuietLines } from '#web/ui/cards/quiet-lines.tsx'
import { Hero } from '#web/ui/hero.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Optional } from '#web/ui/loading/optional.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { hourNow } from '#web/ui/words/format.ts'
import { callName } from '#contract/members/full-name.ts'
import { m } from '#words/messages.js'

export const load = loadHome

// Below what the page is opened for, and most of its elements.
const LastPayment = lazy(async () => ({
  default: (await import('#web/features/orders/unpaid/unpaid-orders.tsx')).LastPayment,
}))
const ComingEvents = lazy(() => import('#web/features/home/coming-events.tsx'))
const MyWishes = lazy(() => import('#web/features/events/waiting/my-wishes.tsx'))

/** A member's front page. */
export function Page() {
  const { member, roles } = useSession()
  const subject = useSubject()
  const forOther = subject.id !== member.id
  const [hasPaymentRecord] = useState(() => readPaymentRecord(config.productKey) !== null)
  const clubs = useQuery(organisationsQuery)
  const unpaid = useQuery(unpaidQuery(member.id))
  const tickets = useQuery(ticketsQuery(member.id))
  const events = useInfiniteQuery(forMeQuery)
  // Fetched by the loader; its parts refetch themselves.
  const { data: work } = useQuery({ ...homeQuery(member, subject.id), enabled: false })
  const { people, family, held } = useFamily()
  const invitations = useWaitingInvitations(forOther ? null : member.email)
  const retryFailed = useRetryFailed()
  // Failed queries count as known: components mounting now refetch them, and unmounting for that would loop.
  const isReady =
    unpaid.isFetched && held.isFetched && tickets.isFetched && events.isFetched && (forOther || family.isFetched)

  const failed = [
    { query: held },
    { query: unpaid, title: m.unpaid_failed_title() },
    { query: tickets, title: m.tickets_failed_title() },
    ...(forOther ? [] : [{ query: family, title: m.people_failed_title() }]),
  ].find(({ query }) => query.error && !query.data)

  const memberships = [...(held.data?.values() ?? [])].flat()
  const { placeIn, any } = summarise(held.data?.get(subject.id) ?? [])
  const missing = forOther ? [] : missingInProfile(member).required
  const isNew =
    held.data !== undefined && !forOther && !isSuperAdmin(roles) && !memberships.some((one) => isOrWasMember(one))
  const known = {
    people,
    held: held.data ?? new Map(),
    clubs: clubs.data ?? [],
    waiting: new Set(unpaid.data?.map(({ token }) => token)),
  }
  const needs = [
    ...officeAttentions(forOther ? [] : (work?.offices ?? [])),
    ...(isNew ? [] : addressAttention(missing)),
    ...attentionsOf(known),
    ...missingAnswersNotices((tickets.data ?? []).filter(({ memberId }) => !forOther || memberId === subject.id)),
  ]
  const hasTickets = (tickets.data?.length ?? 0) > 0
  const dismissJoining = useDismissJoining(member, subject.id)
  // Whoever only buys tickets is a guest, not a newcomer for ever.
  const joining = !isNew ? 'dismissed' : hasTickets ? (work?.joining ?? 'steps') : 'steps'
  const next = nextOf(tickets.data ?? [], subject.id, !forOther)
  const opensSoon = opensSoonNotices(events.data?.pages.flat() ?? [])
  const waits = needs.length + (invitations.length > 0 ? 1 : 0) + (unpaid.data?.length ?? 0)

  const dismiss = () => {
    document.querySelector<HTMLElement>('#main h1')?.focus()
    dismissJoining.mutate()
  }

  return (
    <Stack gap={28}>
      <Hero
        eyebrow={forOther ? m.dashboard_acting_for() : greeting(callName(member))}
        title={
          forOther
            ? callName(subject)
            : headline({
                isKnown: isReady && !failed,
                isNew: joining === 'steps',
                isGuest: isNew,
                waits,
                wasMember: any && placeIn.size === 0,
              })
        }
      >
        <Group mt="lg" gap="sm">
          {/* A newcomer has neither tickets nor anything in the calendar. */}
          {isNew && !hasTickets ? (
            <ButtonLink
              to={paths.organisations()}
              color="white"
              c="fjord.9"
              leftSection={<IconBuildingCommunity size={18} />}
            >
              {m.own_organizations_find()}
            </ButtonLink>
          ) : (
            <>
              <ButtonLink to={paths.calendar()} color="white" c="fjord.9" leftSection={<IconCalendarEvent size={18} />}>
                {m.events_calendar()}
              </ButtonLink>
              <ButtonLink
                to={paths.tickets()}
                variant="outline"
                color="white"
                c="white"
                leftSection={<IconTicket size={18} />}
              >
                {m.title_tickets()}
              </ButtonLink>
            </>
          )}
        </Group>
      </Hero>
      <ForWhom />
      <UnpaidNotice onEnded={useReloadMemberships()} />
      {unpaid.data && hasPaymentRecord && (
        <Optional>
          <LastPayment unpaid={unpaid.data} />
        </Optional>
      )}
      {isReady ? (
        <>
          {failed && <QueryError {...failed} onRetry={retryFailed} />}
          <WaitingInvitations member={member} invitations={invitations} />
          {needs.length > 0 && <AttentionList title={m.dashboard_needs_you()} items={needs} />}
          {joining === 'steps' && (
            <Checklist
              missing={missing}
              hasOrder={(unpaid.data?.length ?? 0) > 0}
              onDismiss={hasTickets ? dismiss : null}
            />
          )}
          {next && <NextTicket {...next} />}
          {held.data && <FamilyTable people={people} held={held.data} clubs={clubs.data ?? []} />}
          {held.data && <QuietOffers {...known} />}
          {joining === 'quiet' && (
            <QuietLines
              label={m.checklist_title()}
              lines={[
                {
                  key: 'joining',
                  text: m.quiet_join(),
                  action: m.checklist_club_action(),
                  to: paths.newMembership(),
                  onDismiss: dismissJoining.mutate,
                },
              ]}
            />
          )}
          {opensSoon.length > 0 && <AttentionList title={m.dashboard_opening()} items={opensSoon} calm />}
          <Optional>
            <MyWishes />
          </Optional>
          <Optional>
            <ComingEvents />
          </Optional>
        </>
      ) : (
        <SkeletonList rows={4} height={120} />
      )}
    </Stack>
  )
}

/** Of the subject's own tickets the next; without any, of the whole family's. */
function nextOf(tickets: readonly Ticket[], subjectId: string, wholeFamily: boolean) {
  const valid = tickets.filter(({ past, status }) => !past && status === 'valid')
  const [own] = groupTickets(valid, { personId: subjectId, search: '' }).coming
  const [first] = wholeFamily ? groupTickets(valid, { personId: null, search: '' }).coming : []
  const shown = own ?? first
  return shown && { event: shown.event, names: shown.tickets.map(({ memberName }) => memberName), isOwn: shown === own }
}

function greeting(name: string): string {
  const hour = hourNow()
  if (hour >= 5 && hour < 10) return m.dashboard_good_morning({ name })
  if (hour >= 10 && hour < 18) return m.dashboard_good_day({ name })
  return m.dashboard_good_evening({ name })
}

interface State {
  /** All that could wait for the reader is there. */
  readonly isKnown: boolean
  readonly isNew: boolean
  /** They have no membership, and no steps towards one. */
  readonly isGuest: boolean
  /** Things that wait for the reader. */
  readonly waits: number
  /** All of their own memberships have ended. */
  readonly wasMember: boolean
}

function headline({ isKnown, isNew, isGuest, waits, wasMember }: State): string {
  if (!isKnown) return m.dashboard_headline()
  if (isNew) return m.dashboard_headline_none()
  if (wasMember) return m.dashboard_headline_ended()
  if (isGuest && waits === 0) return m.dashboard_headline()
  return waits > 0 ? m.home_headline_waits({ count: waits }) : m.home_headline_done()
}
