import { createFileRoute } from '@tanstack/react-router'
import { EditProfilePage } from '#web/pages/profile/edit-profile-page.tsx'
import { paths } from '#web/paths.ts'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/edit-profile')({
  component: EditProfilePage,
  staticData: {
    name: 'editProfile',
    title: m.title_edit_profile,
    crumbs: [{ label: m.title_my_profile, to: paths.myProfile() }],
  },
})
