import { useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, useSearch } from '@tanstack/react-router'
import { lazy } from 'react'
import { prefetch, queryClient } from '#web/api/query-client.ts'
import { clubMemberQuery } from '#web/features/memberships/club-members/queries.ts'
import { PersonPage } from '#web/features/people/person.tsx'
import { paths } from '#web/paths.ts'
import { useNavigateTo } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { requireId } from './-addresses.ts'
import { clubOfOffice, useOffice } from './-office.tsx'
import { membersCrumb } from './-office-crumbs.ts'

const MemberThreads = lazy(async () => ({
  default: (await import('#web/features/conversations/inbox/member-threads.tsx')).MemberThreads,
}))
const MemberTickets = lazy(async () => ({
  default: (await import('#web/features/events/tickets/member-tickets.tsx')).MemberTickets,
}))
const MemberOrders = lazy(async () => ({
  default: (await import('#web/features/orders/office/member-orders.tsx')).MemberOrders,
}))
const HistoryOfPerson = lazy(async () => ({
  default: (await import('#web/features/office/history.tsx')).HistoryOfPerson,
}))

export const Route = createFileRoute('/_member/_office/office/$orgKey/members/$memberId')({
  // The person's name is the heading, which gets the focus.
  loader: async ({ params: { orgKey, memberId } }) => {
    requireId(memberId)
    const query = clubMemberQuery((await clubOfOffice(orgKey)).id, memberId)
    await prefetch(query)
    // Somebody who was merged: the page is that of the person who is kept.
    const found = queryClient.getQueryData(query.queryKey)
    if (found && found.id !== memberId) throw redirect({ href: paths.officePerson(orgKey, found.id), replace: true })
  },
  component: MemberOfClubPage,
  staticData: {
    name: 'clubMember',
    title: m.title_club_member,
    crumbs: [membersCrumb],
  },
})

/** Each part is shown to those who may read it elsewhere. */
function MemberOfClubPage() {
  const { memberId } = Route.useParams()
  const { tab }: { tab?: unknown } = useSearch({ strict: false })
  const { club, can, readOnly } = useOffice()
  const { data: person } = useQuery(clubMemberQuery(club.id, memberId))
  const go = useNavigateTo()
  const whose = { club, memberId }
  return (
    <PersonPage
      key={memberId}
      {...whose}
      mayWrite={can('members.write') && !readOnly}
      mayRefund={can('money.refund') && !readOnly}
      tab={tab}
      onTab={(next) => void go(paths.officePerson(club.key, memberId, { tab: next }), { replace: true, stay: true })}
      history={<HistoryOfPerson {...whose} />}
    >
      {can('money.read') && <MemberOrders {...whose} name={person?.name ?? ''} />}
      {can('events.read') && <MemberTickets {...whose} />}
      {can('inbox') && <MemberThreads {...whose} linkOf={(thread) => paths.inbox(club.key, { thread })} />}
    </PersonPage>
  )
}
