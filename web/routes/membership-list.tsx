import { createFileRoute, redirect } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'

export const Route = createFileRoute('/membership-list')({
  beforeLoad: () => {
    throw redirect({ href: paths.memberships(), replace: true })
  },
})
