import { createFileRoute } from '@tanstack/react-router'
import { DashboardPage } from '#web/pages/dashboard/dashboard-page.tsx'
import { loadDashboard } from '#web/pages/dashboard/load-dashboard.ts'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/')({
  codeSplitGroupings: [],
  loader: loadDashboard,
  component: DashboardPage,
  staticData: { name: 'dashboard', title: m.title_dashboard },
})
