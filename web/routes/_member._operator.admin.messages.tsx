import { createFileRoute, redirect } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'

/** The old address of the undelivered messages. */
export const Route = createFileRoute('/_member/_operator/admin/messages')({
  beforeLoad: () => {
    throw redirect({ href: paths.failedMessages(), replace: true })
  },
})
