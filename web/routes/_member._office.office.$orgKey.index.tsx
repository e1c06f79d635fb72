import { Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { GettingStarted } from '#web/features/office/start/getting-started.tsx'
import { OfficeTodayPage } from '#web/features/office/today.tsx'
import { m } from '#words/messages.js'
import { useOffice } from './-office.tsx'

export const Route = createFileRoute('/_member/_office/office/$orgKey/')({
  component: TodayPage,
  staticData: { name: 'officeToday', title: m.office_today },
})

function TodayPage() {
  const { club, can } = useOffice()
  return (
    <Stack gap="lg">
      <OfficeTodayPage key={club.id} club={club} />
      {can('settings') && <GettingStarted club={club} />}
    </Stack>
  )
}
