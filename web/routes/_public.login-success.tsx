import { createFileRoute, redirect } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'

export const Route = createFileRoute('/_public/login-success')({
  beforeLoad: () => {
    throw redirect({ href: paths.dashboard(), replace: true })
  },
})
