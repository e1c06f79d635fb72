import { createFileRoute, useSearch } from '@tanstack/react-router'
import { OfficeHistoryPage } from '#web/features/office/history.tsx'
import { paths } from '#web/paths.ts'
import { useNavigateTo } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { historyFilterOf } from './-history-filter.ts'
import { useOffice } from './-office.tsx'

export const Route = createFileRoute('/_member/_office/office/$orgKey/history')({
  component: HistoryPage,
  staticData: { name: 'officeHistory', title: m.office_history },
})

function HistoryPage() {
  const { club } = useOffice()
  const go = useNavigateTo()
  const filter = historyFilterOf(useSearch({ strict: false }))
  return (
    <OfficeHistoryPage
      key={club.id}
      club={club}
      filter={filter}
      onFilter={(next) => void go(paths.office(club.key, 'history', next), { replace: true, stay: true })}
    />
  )
}
