import { createFileRoute } from '@tanstack/react-router'
import { prefetch } from '#web/api/query-client.ts'
import { MemberThreads } from '#web/features/conversations/inbox/member-threads.tsx'
import { MemberTickets } from '#web/features/events/tickets/member-tickets.tsx'
import { ClubMemberPage } from '#web/features/memberships/club-members/club-member.tsx'
import { clubMemberQuery } from '#web/features/memberships/club-members/queries.ts'
import { MemberOrders } from '#web/features/orders/office/member-orders.tsx'
import { paths } from '#web/paths.ts'
import { m } from '#words/messages.js'
import { clubOfOffice, HistoryLink, useOffice } from './-office.tsx'

export const Route = createFileRoute('/_member/_office/office/$orgKey/members/$memberId')({
  // The person's name is the heading, which gets the focus.
  loader: async ({ params: { orgKey, memberId } }) =>
    prefetch(clubMemberQuery((await clubOfOffice(orgKey)).id, memberId)),
  component: MemberOfClubPage,
  staticData: {
    name: 'clubMember',
    title: m.title_club_member,
    crumbs: [{ label: m.title_club_members, to: ({ orgKey = '' }) => paths.office(orgKey, 'members') }],
  },
})

/** Each part is shown to those who may read it elsewhere. */
function MemberOfClubPage() {
  const { memberId } = Route.useParams()
  const { club, can } = useOffice()
  const whose = { club, memberId }
  return (
    <ClubMemberPage key={memberId} {...whose} tools={<HistoryLink thing="member" thingId={memberId} />}>
      {can('money.read') && <MemberOrders {...whose} />}
      {can('events.read') && <MemberTickets {...whose} />}
      {can('inbox') && <MemberThreads {...whose} linkOf={(thread) => paths.inbox(club.key, { thread })} />}
    </ClubMemberPage>
  )
}
