import type { ComponentProps } from 'react'
import { Composer } from '#web/features/conversations/composer.tsx'
import { memberFiles, messagesOf, readFile } from '#web/features/conversations/queries.ts'
import { ThreadView } from '#web/features/conversations/thread-view.tsx'
import { OfficeThread, type OfficeThreadProps } from '#web/features/conversations/inbox/office-thread.tsx'

/** A thread of the inbox that looks like every thread of the portal. */
export const ReadOfficeThread = (props: OfficeThreadProps) => <OfficeThread {...props} parts={parts} />

const parts: ComponentProps<typeof OfficeThread>['parts'] = {
  messages: ({ pages, ...view }) => <ThreadView side="club" read={readFile} messages={messagesOf(pages)} {...view} />,
  composer: ({ place, ...view }) => <Composer key={place} place={place} files={memberFiles} {...view} />,
}
