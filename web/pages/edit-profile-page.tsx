import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'

export const EditProfilePage = () => <PageHeader title={m.title_edit_profile()} />
