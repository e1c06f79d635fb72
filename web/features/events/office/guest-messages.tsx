import { Stack } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { IconMessages } from '#web/ui/icons/index.ts'
import type { Filter } from '#contract/filters.ts'
import type { EditedEvent } from '#contract/events/office.ts'
import type { ClubMessage } from '#contract/notifications/club-messages.ts'
import { clubMessagesQuery } from '#web/features/notifications/club-messages/queries.ts'
import { SentMessage } from '#web/features/notifications/club-messages/sent-message.tsx'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { ShowMore } from '#web/parts/show-more.tsx'
import { readersText } from '#web/parts/local-text.tsx'
import { filterSentence } from '#web/ui/data-list/filter-sentence.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'
import { isEventNotFound } from '../public-queries.ts'
import type { EventClub } from './event-form.ts'
import { titleOf } from './listed-words.ts'
import { EventGone } from './listed-event.tsx'
import { MovedAnswers } from './moved-answers.tsx'
import { editedEventQuery } from './queries.ts'
import { registrationFields } from './registration-words.ts'

/** The messages that an office wrote about an event, with how far each has come. */
export function GuestMessagesPage({ club, eventId, maySend }: { club: EventClub; eventId: string; maySend: boolean }) {
  const ofEvent = { orgId: club.id, eventId }
  const event = useQuery(editedEventQuery(club.id, eventId))
  const pages = useInfiniteQuery(clubMessagesQuery(club.id, eventId))
  if (isEventNotFound(event.error)) return <EventGone orgKey={club.key} />
  if (!event.data || !pages.data)
    return <NotLoaded order={1} query={event.error ? event : pages} rows={3} height={160} />
  const messages = pages.data.pages.flatMap((page) => page.messages)
  return (
    <Stack gap="lg">
      <PageHeader title={m.guests_messages_of({ event: titleOf(event.data.fields) })} />
      <MovedAnswers ofEvent={ofEvent} maySend={maySend && event.data.status === 'published'} />
      {messages.length === 0 && (
        <EmptyState icon={<IconMessages size={40} stroke={1.5} />} title={m.guests_messages_empty_title()}>
          {m.guests_messages_empty()}
        </EmptyState>
      )}
      {messages.map((message) => (
        <SentMessage key={message.id} {...{ message, maySend }} orgId={club.id} who={whoOf(message, event.data)} />
      ))}
      <ShowMore pages={pages} rowsOf={(page) => page.messages} />
    </Stack>
  )
}

/** For whom a message was, in words. */
function whoOf({ audience, filter }: ClubMessage, { fields }: EditedEvent): string | null {
  if (audience === 'waiting') return m.waiting_message_who()
  const categories = fields.categories.map(({ id, name }) => ({ id, name: readersText(name) }))
  return filter && filterSentence(JSON.parse(filter) as Filter, registrationFields(categories, fields.questions, true))
}
