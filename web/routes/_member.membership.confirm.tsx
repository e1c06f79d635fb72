import { createFileRoute } from '@tanstack/react-router'
import { MembershipConfirmPage } from '#web/pages/memberships/membership-confirm-page.tsx'
import { paths } from '#web/paths.ts'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/membership/confirm')({
  component: MembershipConfirmPage,
  staticData: {
    returnedTo: 'confirm',
    name: 'membershipConfirm',
    // What became of the payment is the page's to say, once it knows.
    title: m.title_membership_confirm,
    crumbs: [{ label: m.title_memberships, to: paths.memberships() }],
  },
})
