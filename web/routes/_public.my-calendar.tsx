import { createFileRoute, redirect } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'

export const Route = createFileRoute('/_public/my-calendar')({
  beforeLoad: ({ search }) => {
    throw redirect({ href: paths.calendar(search), replace: true })
  },
})
