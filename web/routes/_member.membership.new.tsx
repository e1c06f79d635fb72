import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { MembershipConfiguration } from '#contract/organisations/organisations.ts'
import { prefetch } from '#web/api/query-client.ts'
import { peopleQuery } from '#web/api/acting/people.ts'
import { useSubject } from '#web/api/acting/subject.ts'
import { QueryError } from '#web/parts/query-error.tsx'
import { currentSession, useSession } from '#web/api/session/session.ts'
import { invitationsQuery } from '#web/features/members/queries.ts'
import { readRows } from '#web/features/memberships/sale/basket-rows.ts'
import { BuyMembershipForm } from '#web/features/memberships/sale/buy-membership-form.tsx'
import { closedOffers } from '#web/features/memberships/offer-words.ts'
import { PaidBefore } from '#web/features/orders/result/paid-before.tsx'
import { namedClubsQuery, organisationsQuery, ownConfigurationsQuery } from '#web/features/organisations/queries.ts'
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

/** In one round: the club in the URL is asked for by its id, whether or not the family is in it. */
async function loadMembershipNew({ orgId }: { readonly orgId?: string }): Promise<void> {
  const session = currentSession()
  if (session.status !== 'signed-in') return
  const { id, email } = session.member
  await Promise.all([
    prefetch(peopleQuery(id)),
    prefetch(organisationsQuery),
    prefetch(ownConfigurationsQuery('family', orgId === undefined ? [] : [orgId])),
    loadUnpaid(id),
    // Who has not answered a family link stands above the choice, which must not move.
    email === null ? undefined : prefetch(invitationsQuery(email)),
  ])
}

interface Search {
  readonly orgId?: string
  readonly membershipConfId?: string
  readonly memberId?: string
  /** A whole basket. */
  readonly lines?: string
  /** The basket renews; a heading only. */
  readonly renews?: unknown
  /** It takes another card for what renews automatically already. */
  readonly autoRenewal?: unknown
}

function MembershipNewPage() {
  const { renews }: Search = useSearch({ strict: false })
  return (
    <Stack gap="lg">
      <PageHeader
        title={renews === undefined ? m.title_membership_new() : m.buy_renew_title()}
        subtitle={m.buy_subtitle()}
      />
      <PaidBefore again={paths.newMembership()}>
        <Purchase />
      </PaidBefore>
    </Stack>
  )
}

function Purchase() {
  const { member } = useSession()
  const subject = useSubject()
  const search: Search = useSearch({ strict: false })
  // Clubs in the basket that the family does not belong to, joined by commas.
  const [foreign, setForeign] = useState('')
  const clubs = useQuery(organisationsQuery)
  const people = useQuery(peopleQuery(member.id))
  const requestedIds = search.orgId === undefined ? [] : [search.orgId]
  const otherIds = [...new Set([...requestedIds, ...foreign.split(',').filter(Boolean)])]
  const unnamed = otherIds.filter((orgId) => clubs.data && !clubs.data.some(({ id }) => id === orgId))
  // Clubs that leave the basket stay among those that can be chosen.
  const others = useQuery({
    ...namedClubsQuery(unnamed),
    enabled: unnamed.length > 0,
    placeholderData: keepPreviousData,
  })
  const offers = useQuery(ownConfigurationsQuery('family', otherIds))
  const { data: sold, isPlaceholderData: isOld } = offers
  // The form reads once what the address asks for. Another address opens it anew, with its draft, once the offers are there.
  const asked = [search.orgId, search.membershipConfId, search.memberId, search.lines, search.autoRenewal].join(' ')
  const [opened, setOpened] = useState(asked)
  if (opened !== asked && !isOld) setOpened(asked)
  const shops = useMemo(() => {
    const own = clubs.data ?? []
    const known = [...own, ...(others.data ?? []).filter(({ id }) => !own.some((club) => club.id === id))]
    return {
      clubs: known,
      // Unknown while the offers of a newly selected club load.
      offersOf: (orgId: string) =>
        sold?.get(orgId) ?? (!isOld && known.some(({ id }) => id === orgId) ? [] : undefined),
      closedFor: (memberId: string, offer: MembershipConfiguration) => closedOffers(offer, memberId) ?? undefined,
    }
  }, [clubs.data, others.data, sold, isOld])

  const failed = [clubs, people, others, offers].find((query) => query.error && !query.data)
  if (failed) return <QueryError query={failed} onRetry={() => void failed.refetch()} />
  // Unpaid orders block their memberships, and `lines` needs the clubs' offers to be parsed.
  if (!clubs.data || others.isLoading || people.isPending || !sold || opened !== asked)
    return <SkeletonList rows={2} height={260} />

  const family = people.data?.flatMap((person) => (person.member.can.buy ? [person.member] : []))
  const forWhom = search.memberId ?? (subject.id === member.id ? undefined : subject.id)
  return (
    <BuyMembershipForm
      key={asked}
      member={member}
      others={family}
      wanted={{
        orgId: search.orgId,
        membershipConfId: search.membershipConfId,
        memberId: forWhom,
        rows: search.lines === undefined ? undefined : readRows(search.lines, sold),
        autoRenewal: search.autoRenewal !== undefined,
      }}
      shops={shops}
      ownClubs={clubs.data}
      onOtherClubs={setForeign}
    />
  )
}
