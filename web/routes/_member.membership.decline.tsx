import { createFileRoute } from '@tanstack/react-router'
import { MembershipDeclinePage } from '#web/pages/memberships/membership-decline-page.tsx'
import { paths } from '#web/paths.ts'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/membership/decline')({
  component: MembershipDeclinePage,
  staticData: {
    returnedTo: 'decline',
    name: 'membershipDecline',
    // What became of the payment is the page's to say, once it knows.
    title: m.title_membership_decline,
    crumbs: [{ label: m.title_memberships, to: paths.memberships() }],
  },
})
