import { createFileRoute } from '@tanstack/react-router'
import { m } from '#words/messages.js'
import { openPage } from './-open-page.tsx'

const { component, load } = openPage(
  () => import('./-dashboard.tsx'),
  () => import('./-front.tsx'),
)

export const Route = createFileRoute('/_open/')({
  codeSplitGroupings: [],
  component,
  loader: (here) => load(here),
  staticData: { name: 'dashboard', title: m.title_dashboard },
})
