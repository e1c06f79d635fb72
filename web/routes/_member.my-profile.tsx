import { createFileRoute } from '@tanstack/react-router'
import { MyProfilePage } from '#web/pages/profile/my-profile-page.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/my-profile')({
  component: MyProfilePage,
  staticData: { name: 'myProfile', title: m.title_my_profile },
})
