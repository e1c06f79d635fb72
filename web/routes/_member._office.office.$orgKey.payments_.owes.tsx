import { Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { Owes } from '#web/features/orders/office/owes.tsx'
import { RefundsByHand } from '#web/features/orders/office/refunds-by-hand.tsx'
import { paths } from '#web/paths.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'
import { useOffice } from './-office.tsx'

export const Route = createFileRoute('/_member/_office/office/$orgKey/payments_/owes')({
  component: OwesPage,
  staticData: {
    name: 'officeOwes',
    title: m.title_owes,
    crumbs: [{ label: m.title_club_payments, to: ({ orgKey = '' }) => paths.clubPayments(orgKey) }],
  },
})

function OwesPage() {
  const { club, can, readOnly } = useOffice()
  const mayWrite = can('money.refund') && !readOnly
  return (
    <Stack gap="lg">
      <PageHeader title={m.title_owes()} subtitle={m.owes_subtitle()} />
      <RefundsByHand key={`back ${club.id}`} orgId={club.id} mayWrite={mayWrite} />
      <Owes key={club.id} club={club} mayWrite={mayWrite} />
    </Stack>
  )
}
