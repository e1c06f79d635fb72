import { Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconCalendarEvent, IconTicket } from '@tabler/icons-react'
import { useSession } from '#web/api/session/session.ts'
import { useSubject } from '#web/api/acting/subject.ts'
import { ForWhom } from '#web/features/members/acting/for-whom.tsx'
import { useWaitingInvitations } from '#web/features/members/family/queries.ts'
import { waitingAttentions } from '#web/features/members/family/waiting-attentions.ts'
import { missingInProfile } from '#web/features/members/profile-missing.ts'
import { LaterNeeds } from '#web/features/memberships/needs/later-needs.tsx'
import { membershipsQuery, useReloadMemberships } from '#web/features/memberships/queries.ts'
import { summarise, type Summary } from '#web/features/memberships/summary.ts'
import { useFamily } from '#web/features/memberships/use-family.ts'
import { UnpaidNotice } from '#web/features/orders/unpaid/unpaid-notice.tsx'
import { unpaidQuery } from '#web/features/orders/unpaid/unpaid-query.ts'
import { organisationsQuery } from '#web/features/organisations/queries.ts'
import { paths } from '#web/paths.ts'
import { hourNow } from '#web/ui/words/format.ts'
import { Hero } from '#web/ui/hero.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { m } from '#words/messages.js'
import { Overview } from './later-overview.ts'

/** What needs the member first, then what they have, then what there is. */
export function DashboardPage() {
  const { member } = useSession()
  const subject = useSubject()
  const forOther = subject.id !== member.id
  const mine = useQuery(membershipsQuery(subject.id))
  const clubs = useQuery(organisationsQuery)
  const unpaid = useQuery(unpaidQuery(member.id))
  const { family, held } = useFamily()
  // What needs the reader comes first: until it is known what that is, nothing stands where it may stand. What failed once
  // is known, too: parts that come now ask for it again, and would vanish for it, come again and ask for ever.
  const known = unpaid.isFetched && held.isFetched && (forOther || family.isFetched)
  const waiting = new Set(unpaid.data?.map(({ token }) => token))
  const invitations = useWaitingInvitations(forOther ? null : member.email)
  const summary = summarise(mine.data ?? [])
  const missing = missingInProfile(member).required.length

  return (
    <Stack gap={28}>
      <Hero
        eyebrow={forOther ? m.dashboard_acting_for() : greeting(member.firstName)}
        title={forOther ? subject.firstName : headline(mine.data && summary)}
      >
        <Group mt="lg" gap="sm">
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
        </Group>
      </Hero>
      <ForWhom />
      <UnpaidNotice onEnded={useReloadMemberships()} />
      {known && (
        <LaterNeeds
          clubs={clubs.data ?? []}
          // What the profile lacks is the reader's own.
          missing={forOther ? 0 : missing}
          waiting={waiting}
          first={waitingAttentions(invitations)}
        />
      )}
      {known ? <Overview /> : <SkeletonList rows={4} height={120} />}
    </Stack>
  )
}

function greeting(name: string): string {
  const hour = hourNow()
  if (hour >= 5 && hour < 10) return m.dashboard_good_morning({ name })
  if (hour >= 10 && hour < 18) return m.dashboard_good_day({ name })
  return m.dashboard_good_evening({ name })
}

function headline(mine: Summary | undefined): string {
  if (!mine) return m.dashboard_headline()
  if (mine.active > 0) return m.dashboard_headline_active({ count: mine.active })
  return mine.any ? m.dashboard_headline_ended() : m.dashboard_headline_none()
}
