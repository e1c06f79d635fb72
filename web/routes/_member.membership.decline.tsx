import { createFileRoute } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'
import { BuyersReturn } from '#web/routes/-order-return.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/membership/decline')({
  component: () => <BuyersReturn returnedTo="decline" />,
  staticData: {
    returnedTo: 'decline',
    name: 'membershipDecline',
    // The page replaces it once the result is known.
    title: m.title_membership_decline,
    crumbs: [{ label: m.title_memberships, to: paths.memberships() }],
  },
})
