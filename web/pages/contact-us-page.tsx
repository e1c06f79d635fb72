import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'

export const ContactUsPage = () => <PageHeader title={m.title_contact_us()} />
