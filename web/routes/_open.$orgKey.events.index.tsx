import { createFileRoute } from '@tanstack/react-router'
import { m } from '#words/messages.js'
import { upperCaseOrgKey } from './-addresses.ts'
import { openPage } from './-open-page.tsx'

const { component, load } = openPage(
  () => import('./-club-events.tsx'),
  () => import('./-open-club-events.tsx'),
)

export const Route = createFileRoute('/_open/$orgKey/events/')({
  codeSplitGroupings: [],
  beforeLoad: upperCaseOrgKey,
  component,
  loader: (here) => load(here),
  staticData: { name: 'eventsOf', title: m.title_club_events, crumbs: [] },
})
