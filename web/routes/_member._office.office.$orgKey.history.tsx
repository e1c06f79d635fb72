import { createFileRoute } from '@tanstack/react-router'
import { OfficeHistoryPage } from '#web/features/office/history.tsx'
import { m } from '#words/messages.js'
import { useOffice } from './-office.tsx'

export const Route = createFileRoute('/_member/_office/office/$orgKey/history')({
  component: HistoryPage,
  staticData: { name: 'officeHistory', title: m.office_history },
})

function HistoryPage() {
  const { club } = useOffice()
  return <OfficeHistoryPage key={club.id} club={club} />
}
