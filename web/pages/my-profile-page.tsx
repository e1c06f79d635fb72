import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'

export const MyProfilePage = () => <PageHeader title={m.title_my_profile()} />
