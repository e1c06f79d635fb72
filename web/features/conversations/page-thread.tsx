import type { RefCallback } from 'react'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import c from './contact.module.css'
import { MemberThread } from './member-thread.tsx'
import { ThreadHead } from './thread-head.tsx'

interface Props {
  readonly threadId: string
  readonly memberId: string
  readonly headingId: string
  readonly onHeading: RefCallback<HTMLHeadingElement>
}

/** A member's own thread as what its page is about. */
export const PageThread = ({ headingId, onHeading, ...thread }: Props) => (
  <Panel className={c.thread ?? ''} padding={0}>
    <MemberThread
      {...thread}
      wayBack={
        <ButtonLink to={paths.contactUs()} variant="default">
          {m.threads_back()}
        </ButtonLink>
      }
      renderHead={(shown) => (
        <ThreadHead thread={shown} headingId={headingId} onHeading={onHeading} back={paths.contactUs()} />
      )}
    />
  </Panel>
)
