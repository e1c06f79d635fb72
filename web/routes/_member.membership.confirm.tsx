import { createFileRoute } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'
import { BuyersReturn } from '#web/routes/-order-return.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/membership/confirm')({
  component: () => <BuyersReturn returnedTo="confirm" />,
  staticData: {
    returnedTo: 'confirm',
    name: 'membershipConfirm',
    // The page replaces it once the result is known.
    title: m.title_membership_confirm,
    crumbs: [{ label: m.title_memberships, to: paths.memberships() }],
  },
})
