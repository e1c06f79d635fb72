import { Box, Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { SeasonPage } from '#web/features/memberships/office/season-form.tsx'
import { paths } from '#web/paths.ts'
import { useNavigateTo } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { requireId } from './-addresses.ts'
import { HistoryLink, requireToChange, useOffice } from './-office.tsx'
import { seasonsCrumb } from './-office-crumbs.ts'

export const Route = createFileRoute('/_member/_office/office/$orgKey/memberships/$seasonId/edit')({
  loader: ({ params: { orgKey, seasonId } }) => {
    requireId(seasonId)
    return requireToChange(orgKey, 'memberships.write', paths.officeMemberships(orgKey))
  },
  component: EditSeasonPage,
  staticData: {
    name: 'officeSeason',
    title: m.season_form_edit,
    crumbs: [seasonsCrumb],
  },
})

function EditSeasonPage() {
  const { seasonId } = Route.useParams()
  const { club } = useOffice()
  const go = useNavigateTo()
  const list = paths.officeMemberships(club.key)
  return (
    <Stack gap="lg" align="flex-start">
      <Box w="100%">
        <SeasonPage key={seasonId} orgId={club.id} id={seasonId} backPath={list} onDone={() => void go(list)} />
      </Box>
      <HistoryLink thing="membership" thingId={seasonId} />
    </Stack>
  )
}
