import { createFileRoute } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'
import { m } from '#words/messages.js'
import { requireId, upperCaseOrgKey } from './-addresses.ts'
import { openPage } from './-open-page.tsx'

const { component, load } = openPage(
  () => import('./-event.tsx'),
  () => import('./-open-event.tsx'),
)

export const Route = createFileRoute('/_open/$orgKey/events/$id/')({
  beforeLoad: (here) => {
    requireId(here.params.id)
    upperCaseOrgKey(here)
  },
  codeSplitGroupings: [],
  component,
  loader: (here) => load(here),
  staticData: {
    name: 'event',
    title: m.title_event,
    crumbs: [{ label: m.title_club_events, to: ({ orgKey = '' }) => paths.eventsOf(orgKey) }],
  },
})
