import { Stack } from '@mantine/core'
import { createFileRoute, useSearch } from '@tanstack/react-router'
import { ClubPayments } from '#web/features/orders/office/club-payments.tsx'
import { paths } from '#web/paths.ts'
import { useNavigateTo } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'
import { useOffice } from './-office.tsx'

export const Route = createFileRoute('/_member/_office/office/$orgKey/payments')({
  component: ClubPaymentsPage,
  staticData: { name: 'clubPayments', title: m.title_club_payments },
})

function ClubPaymentsPage() {
  const search: { q?: unknown } = useSearch({ strict: false })
  const go = useNavigateTo()
  const { club } = useOffice()
  const q = typeof search.q === 'string' ? search.q.slice(0, 100) : ''
  return (
    <Stack gap="lg">
      <PageHeader title={m.title_club_payments()} />
      <ClubPayments
        club={club}
        q={q}
        onSearch={(words) => void go(paths.clubPayments(club.key, words ? { q: words } : {}), { replace: true })}
      />
    </Stack>
  )
}
