import { createFileRoute } from '@tanstack/react-router'
import { MembershipReceiptPage } from '#web/routes/-membership-receipt.tsx'
import { paths } from '#web/paths.ts'
import { requireId } from '#web/routes/-addresses.ts'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/membership-{$id}-receipt')({
  beforeLoad: ({ params }) => requireId(params.id),
  component: Page,
  staticData: {
    name: 'membershipReceipt',
    title: m.receipt_title,
    crumbs: [{ label: m.title_memberships, to: paths.memberships() }],
  },
})

function Page() {
  const { id } = Route.useParams()
  return <MembershipReceiptPage id={id} title={m.receipt_title()} />
}
