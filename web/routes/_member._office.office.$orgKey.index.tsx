import { Group, Stack, Text } from '@mantine/core'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { prefetch, queryClient } from '#web/api/query-client.ts'
import { LeaveOffice } from '#web/features/office/leave-office.tsx'
import { GettingStarted } from '#web/features/office/start/getting-started.tsx'
import { OfficeTodayPage } from '#web/features/office/today.tsx'
import { officeQuery, todayQuery } from '#web/features/office/queries.ts'
import { roleWords } from '#web/features/office/words.ts'
import { paths } from '#web/paths.ts'
import { m } from '#words/messages.js'
import { isTrainerOnly, useOffice } from './-office.tsx'

export const Route = createFileRoute('/_member/_office/office/$orgKey/')({
  loader: async ({ params: { orgKey } }) => {
    const { club, scopes } = await queryClient.ensureQueryData(officeQuery(orgKey))
    if (isTrainerOnly(scopes)) throw redirect({ href: paths.teams(club.key), replace: true })
    return prefetch(todayQuery(club.id))
  },
  component: TodayPage,
  staticData: { name: 'officeToday', title: m.office_today },
})

function TodayPage() {
  const { club, can, roles, readOnly } = useOffice()
  return (
    <Stack gap="lg">
      <OfficeTodayPage key={club.id} club={club} mayCopy={can('memberships.write') && !readOnly}>
        {can('settings') && <GettingStarted club={club} />}
      </OfficeTodayPage>
      {/* A chair leaves among the people. */}
      {roles.length > 0 && !readOnly && !can('settings') && (
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {m.office_yours({ roles: roleWords(roles) })}
          </Text>
          <LeaveOffice club={club} />
        </Group>
      )}
    </Stack>
  )
}
