import { createFileRoute } from '@tanstack/react-router'
import { m } from '#words/messages.js'
import { openPage } from './-open-page.tsx'

const { component, load } = openPage(
  () => import('./-organizations.tsx'),
  () => import('./-open-organizations.tsx'),
)

export const Route = createFileRoute('/_open/organizations')({
  codeSplitGroupings: [],
  component,
  loader: (here) => load(here),
  staticData: { name: 'organisations', title: m.title_organizations },
})
