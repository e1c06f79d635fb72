import { createFileRoute } from '@tanstack/react-router'
import { m } from '#words/messages.js'
import { checkEventAddress, eventCrumbs } from './-addresses.ts'
import { openPage } from './-open-page.tsx'

const { component, load } = openPage(
  () => import('./-event.tsx'),
  () => import('./-open-event.tsx'),
)

export const Route = createFileRoute('/_open/$orgKey/events/$id/')({
  beforeLoad: checkEventAddress,
  codeSplitGroupings: [],
  component,
  loader: (here) => load(here),
  staticData: { name: 'event', title: m.title_event, crumbs: eventCrumbs.slice(0, 1) },
})
