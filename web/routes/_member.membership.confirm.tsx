import { createFileRoute } from '@tanstack/react-router'
import { NextSteps } from '#web/features/events/next-steps.tsx'
import { useReloadMemberships } from '#web/features/memberships/queries.ts'
import { OrderReturn } from '#web/features/orders/result/order-return.tsx'
import { paths } from '#web/paths.ts'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/membership/confirm')({
  component: MembershipConfirmPage,
  staticData: {
    returnedTo: 'confirm',
    name: 'membershipConfirm',
    // The page replaces it once the result is known.
    title: m.title_membership_confirm,
    crumbs: [{ label: m.title_memberships, to: paths.memberships() }],
  },
})

function MembershipConfirmPage() {
  return (
    <OrderReturn
      returnedTo="confirm"
      place={null}
      onPaid={useReloadMemberships()}
      next={(order) => <NextSteps order={order} />}
    />
  )
}
