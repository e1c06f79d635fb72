import { useQuery } from '@tanstack/react-query'
import { MemberAsk } from '#web/features/conversations/member-ask.tsx'
import { useIsMailed } from '#web/features/conversations/use-is-mailed.ts'
import { membershipsQuery } from '#web/features/memberships/queries.ts'
import { summarise } from '#web/features/memberships/summary.ts'
import { paths } from '#web/paths.ts'
import { useGo } from '#web/ui/link.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { useAskable } from './use-askable.ts'
import { useTopic, type AskedAbout } from './use-topic.ts'

interface Props {
  readonly place: string
  readonly memberId: string
  readonly about: AskedAbout & { readonly subject?: string | undefined }
}

/** A member's new question, with what it is about. */
export function Asking({ place, memberId, about }: Props) {
  const go = useGo()
  const isMailed = useIsMailed()
  const asking = useAskable()
  // Most are in one club, and mean it.
  const { data: memberships = [] } = useQuery(membershipsQuery(memberId))
  const [own, ...others] = summarise(memberships).placeIn
  const topic = useTopic(about)
  return (
    <MemberAsk
      key={`${place} ${memberId}`}
      place={place}
      memberId={memberId}
      {...asking}
      preset={{ orgId: about.orgId ?? (others.length === 0 ? own : undefined), subject: about.subject }}
      topic={topic}
      onAsked={(threadId, here) => {
        showToast({ message: isMailed ? m.ask_sent_member() : m.ask_sent_member_here() })
        if (here) void go(paths.contactUs({ thread: threadId }))
      }}
    />
  )
}
