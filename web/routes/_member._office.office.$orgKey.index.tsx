import { createFileRoute } from '@tanstack/react-router'
import { prefetch } from '#web/api/query-client.ts'
import { GettingStarted } from '#web/features/office/start/getting-started.tsx'
import { OfficeTodayPage } from '#web/features/office/today.tsx'
import { todayQuery } from '#web/features/office/queries.ts'
import { m } from '#words/messages.js'
import { clubOfOffice, useOffice } from './-office.tsx'

export const Route = createFileRoute('/_member/_office/office/$orgKey/')({
  loader: async ({ params: { orgKey } }) => prefetch(todayQuery((await clubOfOffice(orgKey)).id)),
  component: TodayPage,
  staticData: { name: 'officeToday', title: m.office_today },
})

function TodayPage() {
  const { club, can } = useOffice()
  return (
    <OfficeTodayPage key={club.id} club={club}>
      {can('settings') && <GettingStarted club={club} />}
    </OfficeTodayPage>
  )
}
