import { createFileRoute } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { useSession } from '#web/api/session/session.ts'
import { Composer } from '#web/features/conversations/composer.tsx'
import { memberFiles, messagesOf, readFile } from '#web/features/conversations/queries.ts'
import { ThreadView } from '#web/features/conversations/thread-view.tsx'
import { InboxFrame } from '#web/features/conversations/inbox/inbox.tsx'
import { OfficeThread, type OfficeThreadProps } from '#web/features/conversations/inbox/office-thread.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/_office/admin/inbox')({
  component: InboxPage,
  staticData: { name: 'inbox', title: m.title_inbox },
})

/** What people ask a club, for whoever speaks for its office. */
function InboxPage() {
  const { member } = useSession()
  return <InboxFrame memberId={member.id} Thread={Thread} />
}

/** A thread of the inbox that looks like every thread of the portal. */
const Thread = (props: OfficeThreadProps) => <OfficeThread {...props} parts={parts} />

const parts: ComponentProps<typeof OfficeThread>['parts'] = {
  messages: ({ pages, ...view }) => <ThreadView side="club" read={readFile} messages={messagesOf(pages)} {...view} />,
  composer: ({ place, ...view }) => <Composer key={place} place={place} files={memberFiles} {...view} />,
}
