import { createFileRoute } from '@tanstack/react-router'
import { ContactUsPage } from '#web/pages/contact-us-page.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/contact-us')({
  component: ContactUsPage,
  staticData: { name: 'contactUs', title: m.title_contact_us },
})
