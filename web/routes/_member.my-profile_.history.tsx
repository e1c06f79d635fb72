import { createFileRoute } from '@tanstack/react-router'
import { ActsPage } from '#web/pages/profile/acts-page.tsx'
import { paths } from '#web/paths.ts'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/my-profile_/history')({
  component: ActsPage,
  staticData: {
    name: 'acts',
    title: m.title_acts,
    crumbs: [{ label: m.title_my_profile, to: paths.myProfile() }],
  },
})
