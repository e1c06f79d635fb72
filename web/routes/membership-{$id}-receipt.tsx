import { createFileRoute, redirect } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'
import { requireId } from '#web/routes/-ids.ts'

export const Route = createFileRoute('/membership-{$id}-receipt')({
  beforeLoad: ({ params }) => {
    requireId(params.id)
    throw redirect({ href: paths.membershipReceipt(params.id), replace: true })
  },
})
