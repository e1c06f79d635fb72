import { createFileRoute, redirect } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'

export const Route = createFileRoute('/_public/index')({
  beforeLoad: () => {
    throw redirect({ href: paths.dashboard(), replace: true })
  },
})
