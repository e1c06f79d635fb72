import { createFileRoute } from '@tanstack/react-router'
import { m } from '#words/messages.js'
import { openPage } from './-open-page.tsx'

const { component, load } = openPage(
  () => import('./-events.tsx'),
  () => import('./-open-events.tsx'),
)

export const Route = createFileRoute('/_open/events')({
  codeSplitGroupings: [],
  component,
  loader: (here) => load(here),
  staticData: { name: 'events', title: m.title_events },
})
