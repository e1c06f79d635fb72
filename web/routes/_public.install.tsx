import { Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { config } from '#web/api/config.ts'
import { InstallGuide } from '#web/features/session/install/install-guide.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_public/install')({
  component: InstallPage,
  staticData: { name: 'install', title: m.title_install },
})

function InstallPage() {
  return (
    <Stack gap="lg">
      <PageHeader title={m.install_title()} subtitle={m.install_lead({ product: config.productName })} />
      <InstallGuide />
    </Stack>
  )
}
