import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { prefetch, prefetchList } from '#web/api/query-client.ts'
import { buyableIds, peopleQuery, useSubject } from '#web/api/acting/subject.ts'
import { QueryError } from '#web/api/query-error.tsx'
import { currentSession, useSession } from '#web/api/session/session.ts'
import { invitationsQuery } from '#web/features/members/queries.ts'
import { useReloadMemberships } from '#web/features/memberships/queries.ts'
import { readRows } from '#web/features/memberships/sale/basket-rows.ts'
import { BuyMembershipForm } from '#web/features/memberships/sale/buy-membership-form.tsx'
import type { BasketRow } from '#web/features/orders/checkout/basket.ts'
import { closedOffers } from '#web/features/orders/words.ts'
import { UnpaidNotice } from '#web/features/orders/unpaid/unpaid-notice.tsx'
import {
  directoryQuery,
  namedClubsQuery,
  organisationsQuery,
  ownConfigurationsQuery,
} from '#web/features/organisations/queries.ts'
import { useClubChoices } from '#web/features/organisations/use-club-choices.ts'
import { paths } from '#web/paths.ts'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'
import { loadUnpaid } from './-load-my-clubs.ts'

export const Route = createFileRoute('/_member/membership/new')({
  loader: ({ location }) => loadMembershipNew(location.search as { orgId?: string }),
  component: MembershipNewPage,
  staticData: {
    name: 'newMembership',
    title: m.title_membership_new,
    crumbs: [{ label: m.title_memberships, to: paths.memberships() }],
  },
})

/** What must be settled before paying: pending invitations. */
async function loadObstacles(): Promise<void> {
  const session = currentSession()
  if (session.status !== 'signed-in') return
  const { email } = session.member
  if (email !== null) await prefetch(invitationsQuery(email))
}

async function loadMembershipNew({ orgId }: { readonly orgId?: string }): Promise<void> {
  await Promise.all([loadPurchase(orgId), loadObstacles()])
}

async function loadPurchase(orgId: string | undefined) {
  const session = currentSession()
  if (session.status !== 'signed-in') return
  const { id } = session.member
  const loadOffers = async () => {
    const [people, clubs] = await Promise.all([prefetch(peopleQuery(id)), prefetch(organisationsQuery)])
    const others = orgId === undefined || clubs?.some((club) => club.id === orgId) ? [] : [orgId]
    await Promise.all([
      prefetch(ownConfigurationsQuery(buyableIds(id, people), others)),
      prefetch(namedClubsQuery(others)),
    ])
  }
  const choices = prefetchList(directoryQuery())
  await Promise.all([loadOffers(), choices, loadUnpaid(id)])
}

interface Search {
  readonly orgId?: string
  readonly membershipConfId?: string
  readonly memberId?: string
  /** A whole basket. */
  readonly lines?: string
}

function MembershipNewPage() {
  return (
    <Stack gap="lg">
      <PageHeader title={m.title_membership_new()} subtitle={m.buy_subtitle()} />
      <Purchase />
    </Stack>
  )
}

function Purchase() {
  const { member } = useSession()
  const subject = useSubject()
  const search: Search = useSearch({ strict: false })
  const [rows, setRows] = useState<readonly BasketRow[]>([])
  const clubs = useQuery(organisationsQuery)
  const people = useQuery(peopleQuery(member.id))
  const reload = useReloadMemberships()
  // Participants first, because the number of people per request is limited.
  const buyerIds = [...new Set([...rows.map(({ memberId }) => memberId), ...buyableIds(member.id, people.data)])]
  // Clubs of the basket and the URL that the family does not belong to.
  const otherClubIds = [...new Set([search.orgId ?? '', ...rows.map(({ orgId }) => orgId)])].filter(
    (orgId) => orgId !== '' && clubs.data && !clubs.data.some(({ id }) => id === orgId),
  )
  const otherClubs = useQuery(namedClubsQuery(otherClubIds))
  const knownClubs = [...(clubs.data ?? []), ...(otherClubs.data ?? [])]
  const { choices, ...listed } = useClubChoices(knownClubs)
  const offers = useQuery({
    ...ownConfigurationsQuery(buyerIds, otherClubIds),
    enabled: !people.isPending && Boolean(clubs.data),
  })

  const failed = [clubs, listed, otherClubs, offers].find((query) => query.error && !('data' in query && query.data))
  if (failed?.error) {
    const retry = () => void failed.refetch()
    return <QueryError query={failed} onRetry={retry} />
  }
  // Unpaid orders block their memberships, and `lines` needs the clubs' offers to be parsed.
  if (!clubs.data || !choices || otherClubs.isPending || people.isPending || !offers.data) {
    return <SkeletonList rows={2} height={260} />
  }

  const others = people.data?.flatMap((person) => (person.member.can.buy ? [person.member] : []))
  const forWhom = search.memberId ?? (subject.id === member.id ? undefined : subject.id)
  return (
    <>
      <UnpaidNotice
        beside={({ orgId, lines }) =>
          lines.some(
            ({ kind, memberId }) =>
              kind === 'membership' &&
              rows.some((row) => row.orgId === orgId && row.memberId === memberId && row.membershipConfId !== ''),
          )
        }
        onEnded={reload}
      />
      <BuyMembershipForm
        member={member}
        others={others}
        wanted={{
          orgId: search.orgId,
          membershipConfId: search.membershipConfId,
          memberId: forWhom,
          rows: search.lines === undefined ? undefined : readRows(search.lines, offers.data),
        }}
        shops={{
          clubs: knownClubs,
          choices,
          // Unknown while the offers of a newly selected club load.
          offersOf: (orgId) =>
            offers.data.get(orgId) ??
            (!offers.isPlaceholderData && knownClubs.some(({ id }) => id === orgId) ? [] : undefined),
          closedFor: (memberId, offer) => closedOffers(offer, memberId) ?? undefined,
        }}
        onRows={setRows}
      />
    </>
  )
}
