import { Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { ClubPayments } from '#web/features/orders/office/club-payments.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'
import { useOffice } from './-office.tsx'

export const Route = createFileRoute('/_member/_office/office/$orgKey/payments')({
  component: ClubPaymentsPage,
  staticData: { name: 'clubPayments', title: m.title_club_payments },
})

function ClubPaymentsPage() {
  const { club } = useOffice()
  return (
    <Stack gap="lg">
      <PageHeader title={m.title_club_payments()} />
      <ClubPayments key={club.id} club={club} />
    </Stack>
  )
}
