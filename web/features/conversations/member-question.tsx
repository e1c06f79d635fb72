import { ActionIcon } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { IconCalendarEvent, IconId, IconX } from '#web/ui/icons/index.ts'
import type { ThreadTopic } from '#contract/conversations/answers.ts'
import { conversations } from '#contract/conversations/conversations.ts'
import { call } from '#web/api/client.ts'
import { useIsUnmounted } from '#web/ui/use-is-unmounted.ts'
import { m } from '#words/messages.js'
import { memberFiles, showAnswer } from './queries.ts'
import { useMessageDraft } from './message-draft.ts'
import { QuestionForm, type Asking } from './question-form.tsx'
import c from './member-question.module.css'

/** The subject of a question, and the club it belongs to. */
export interface AskedTopic extends ThreadTopic {
  readonly orgId: string
}

interface Props extends Asking {
  /** Draft key; also the component's React key. */
  readonly place: string
  readonly memberId: string
  readonly topic: AskedTopic | null
  /** @param here whether the form is still on screen */
  readonly onAsked: (threadId: string, here: boolean) => void
}

const topicRemoved = 'withoutTopic'

/** Question form for signed-in members. */
export function MemberQuestion({ place, memberId, topic, onAsked, ...asking }: Props) {
  const cache = useQueryClient()
  const draft = useMessageDraft(place, memberId)
  const unmounted = useIsUnmounted()
  const orgId = draft.values['orgId'] ?? asking.preset.orgId
  const about = topic && topic.orgId === orgId && !draft.values[topicRemoved] ? topic : null
  return (
    <QuestionForm
      {...asking}
      draft={draft}
      visitor={false}
      files={memberFiles}
      topic={about && <Topic topic={about} onRemove={() => draft.setValue(topicRemoved, 'yes')} />}
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
        onAsked(answer.thread.id, !unmounted.current)
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
