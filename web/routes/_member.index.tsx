import { createFileRoute } from '@tanstack/react-router'
import { DashboardPage } from '#web/pages/dashboard-page.tsx'
import { loadMyClubs } from '#web/pages/load.ts'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/')({
  codeSplitGroupings: [],
  loader: loadMyClubs,
  component: DashboardPage,
  staticData: { name: 'dashboard', title: m.title_dashboard },
})
