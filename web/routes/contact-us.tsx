import { createFileRoute } from '@tanstack/react-router'
import { ContactUsPage } from '#web/pages/contact/contact-us-page.tsx'
import { m } from '#words/messages.js'

// For anyone: whoever is not signed in asks by name and e-mail, and writes on by the link of a mail.
export const Route = createFileRoute('/contact-us')({
  loaderDeps: ({ search }) =>
    ({ view: 'link' in search ? 'link' : 'thread' in search ? 'thread' : 'question' }) as const,
  loader: async ({ deps }) => (await import('#web/pages/contact/load-contact.ts')).loadContact(deps.view),
  component: ContactUsPage,
  staticData: { name: 'contactUs', title: m.title_contact_us },
})
