import { createFileRoute } from '@tanstack/react-router'
import { ClubPaymentsPage } from '#web/pages/office/club-payments-page.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/admin/payments')({
  component: ClubPaymentsPage,
  staticData: { name: 'clubPayments', title: m.title_club_payments },
})
