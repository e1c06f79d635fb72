import { createFileRoute } from '@tanstack/react-router'
import { DashboardPage } from '#web/pages/dashboard-page.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/')({
  codeSplitGroupings: [],
  component: DashboardPage,
  staticData: { name: 'dashboard', title: m.title_dashboard },
})
