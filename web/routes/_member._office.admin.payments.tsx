import { createFileRoute, useSearch } from '@tanstack/react-router'
import { OfficeFrame } from '#web/features/conversations/inbox/office-frame.tsx'
import { ClubPayments } from '#web/features/orders/office/club-payments.tsx'
import { paths } from '#web/paths.ts'
import { useNavigateTo } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/_office/admin/payments')({
  component: ClubPaymentsPage,
  staticData: { name: 'clubPayments', title: m.title_club_payments },
})

function ClubPaymentsPage() {
  const search: { orgId?: unknown; q?: unknown } = useSearch({ strict: false })
  const go = useNavigateTo()
  const org = typeof search.orgId === 'string' && search.orgId ? search.orgId : null
  const q = typeof search.q === 'string' ? search.q.slice(0, 100) : ''
  return (
    <OfficeFrame title={m.title_club_payments()} org={org} to={(orgId) => paths.clubPayments({ orgId })}>
      {(club) => (
        <ClubPayments
          key={club.id}
          club={club}
          q={q}
          onSearch={(words) =>
            void go(paths.clubPayments({ orgId: club.id, ...(words && { q: words }) }), { replace: true })
          }
        />
      )}
    </OfficeFrame>
  )
}
