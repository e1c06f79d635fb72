import { useSearch } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { m } from '#words/messages.js'
import { placePath, readPlace } from './inbox-address.ts'
import { Inbox } from './inbox.tsx'
import { OfficeFrame } from './office-frame.tsx'
import type { OfficeThreadProps } from './office-thread.tsx'

interface Props {
  readonly memberId: string
  /** A thread of the list; its code may come later. */
  readonly Thread: ComponentType<OfficeThreadProps>
}

/** The threads of the clubs whose office the reader speaks for, one club at a time. */
export function InboxFrame({ memberId, Thread }: Props) {
  const place = readPlace(useSearch({ strict: false }))
  return (
    <OfficeFrame
      title={m.title_inbox()}
      org={place.org}
      to={(org) => placePath({ org, threadId: null, state: 'open', q: '' })}
      covered={place.threadId !== null}
      counted
    >
      {(club) => <Inbox key={club.id} club={club} place={place} Thread={Thread} memberId={memberId} />}
    </OfficeFrame>
  )
}
