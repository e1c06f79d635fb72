import { Box, Stack } from '@mantine/core'
import { createFileRoute, useSearch } from '@tanstack/react-router'
import { CopySeasons } from '#web/features/memberships/office/copy-seasons.tsx'
import { SeasonBoard } from '#web/features/memberships/office/season-board.tsx'
import { SeasonPage } from '#web/features/memberships/office/season-form.tsx'
import { paths } from '#web/paths.ts'
import { useNavigateTo } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { HistoryLink, useOffice } from './-office.tsx'

export const Route = createFileRoute('/_member/_office/office/$orgKey/memberships')({
  component: OfficeMembershipsPage,
  staticData: { name: 'officeMemberships', title: m.seasons_heading },
})

/** The list; with `edit`, the form of a season (`new`: an empty one); with `copy`, the copies to the next season. */
function OfficeMembershipsPage() {
  const { club, can, readOnly } = useOffice()
  const search: { edit?: unknown; copy?: unknown } = useSearch({ strict: false })
  const go = useNavigateTo()
  const list = paths.officeMemberships(club.key)
  const mayWrite = can('memberships.write') && !readOnly
  if (typeof search.edit === 'string' && mayWrite)
    return (
      <Stack gap="lg" align="flex-start">
        <Box w="100%">
          <SeasonPage key={search.edit} orgId={club.id} id={search.edit} backPath={list} onDone={() => void go(list)} />
        </Box>
        {search.edit !== 'new' && <HistoryLink thing="membership" thingId={search.edit} />}
      </Stack>
    )
  if (search.copy !== undefined && mayWrite) return <CopySeasons orgId={club.id} backPath={list} />
  return (
    <SeasonBoard
      orgId={club.id}
      mayWrite={mayWrite}
      newPath={paths.officeMemberships(club.key, { edit: 'new' })}
      figuresPath={paths.membershipFigures(club.key)}
      copyPath={paths.officeMemberships(club.key, { copy: '1' })}
      editPath={(id) => paths.officeMemberships(club.key, { edit: id })}
    />
  )
}
