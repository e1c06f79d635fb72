import { createFileRoute } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'
import { m } from '#words/messages.js'
import { requireId } from './-addresses.ts'
import { openPage } from './-open-page.tsx'

const { component, load } = openPage(
  () => import('./-organization.tsx'),
  () => import('./-open-organization.tsx'),
)

export const Route = createFileRoute('/_open/organizations-{$id}-details')({
  beforeLoad: ({ params }) => requireId(params.id),
  codeSplitGroupings: [],
  component,
  loader: (here) => load(here),
  staticData: {
    name: 'organisation',
    title: m.title_organizations,
    crumbs: [{ label: m.title_organizations, to: paths.organisations() }],
  },
})
