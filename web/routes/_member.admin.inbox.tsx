import { createFileRoute } from '@tanstack/react-router'
import { InboxPage } from '#web/pages/office/inbox-page.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/admin/inbox')({
  loaderDeps: ({ search }) => ({ reads: 'thread' in search }),
  loader: async ({ deps }) => {
    // What cannot be had now is asked for again when it is to be shown.
    if (deps.reads) await (await import('#web/pages/office/later-office-thread.ts')).readyOfficeThread().catch(() => {})
  },
  component: InboxPage,
  staticData: { name: 'inbox', title: m.title_inbox },
})
