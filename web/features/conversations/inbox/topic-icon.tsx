import { IconCalendarEvent, IconId } from '@tabler/icons-react'
import type { ThreadTopic } from '#contract/conversation-answers.ts'

/** What a thread is about, beside its name. */
export function TopicIcon({ kind }: Pick<ThreadTopic, 'kind'>) {
  const Icon = kind === 'event' ? IconCalendarEvent : IconId
  return <Icon size={14} stroke={1.7} aria-hidden />
}
