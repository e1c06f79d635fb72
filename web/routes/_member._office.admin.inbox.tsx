import { createFileRoute } from '@tanstack/react-router'
import { toOffice } from './-old-office-addresses.ts'

/** The address that mails named before offices had their own. */
export const Route = createFileRoute('/_member/_office/admin/inbox')({
  loader: ({ location }) => toOffice('inbox', location.search),
})
