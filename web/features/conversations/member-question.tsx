import { ActionIcon } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { IconCalendarEvent, IconId, IconX } from '@tabler/icons-react'
import type { ThreadTopic } from '#contract/conversation-answers.ts'
import { conversations } from '#contract/conversations.ts'
import { call } from '#web/api/client.ts'
import { useIsUnmounted } from '#web/ui/use-is-unmounted.ts'
import { m } from '#words/messages.js'
import { memberFiles, showAnswer } from './queries.ts'
import { useDraft } from './use-draft.ts'
import { QuestionForm, type Asking } from './question-form.tsx'
import c from './member-question.module.css'

/** What a question is about, and whose it is. */
export interface AskedTopic extends ThreadTopic {
  readonly orgId: string
}

interface Props extends Asking {
  /** Where what is typed is kept. The component is keyed by it. */
  readonly place: string
  readonly memberId: string
  readonly topic: AskedTopic | null
  /** @param here whether they still look at what they asked */
  readonly onAsked: (threadId: string, here: boolean) => void
}

const without = 'withoutTopic'

/** A member asks a club. */
export function MemberQuestion({ place, memberId, topic, onAsked, ...asking }: Props) {
  const cache = useQueryClient()
  const draft = useDraft(place, memberId)
  const gone = useIsUnmounted()
  const orgId = draft.values['orgId'] ?? asking.preset.orgId
  const about = topic && topic.orgId === orgId && !draft.values[without] ? topic : null
  return (
    <QuestionForm
      {...asking}
      draft={draft}
      visitor={false}
      files={memberFiles}
      topic={about && <Topic topic={about} onRemove={() => draft.setValue(without, 'yes')} />}
      onAsk={async ({ orgId: club, subject, text }, attachmentIds, token) => {
        const answer = await call(conversations.ask, {
          orgId: club,
          subject,
          text,
          attachmentIds,
          token,
          ...(about && { topic: { kind: about.kind, id: about.id } }),
        })
        await showAnswer(cache, answer)
        onAsked(answer.thread.id, !gone.current)
      }}
    />
  )
}

function Topic({ topic, onRemove }: { topic: ThreadTopic; onRemove: () => void }) {
  const Icon = topic.kind === 'event' ? IconCalendarEvent : IconId
  return (
    <div className={c.topic}>
      <Icon size={20} stroke={1.7} aria-hidden />
      <span className={c.title}>{m.ask_about({ title: topic.title })}</span>
      <ActionIcon size={36} aria-label={m.ask_without_topic({ title: topic.title })} onClick={onRemove}>
        <IconX size={17} stroke={1.7} />
      </ActionIcon>
    </div>
  )
}
