import { Badge, Group, Text, type MantineColor } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { KeepOrRefund } from '#contract/events/move.ts'
import { moveAnswers } from '#contract/events/move-answers.ts'
import { nullIfNone } from '#web/api/call-query.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { MessageButton } from '#web/features/notifications/club-messages/message-button.tsx'
import { langIn, readersText } from '#web/parts/local-text.tsx'
import { RowList } from '#web/ui/cards/row-list.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatDateTime } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { type EventOfClub, guestsOf } from './registration-queries.ts'

/** The answers to an event's last move; null if it was not moved. */
const moveAnswersQuery = ({ orgId, eventId }: EventOfClub) =>
  queryOptions({
    queryKey: [...queryKeys.events, 'office', orgId, 'moved', eventId],
    queryFn: ({ signal }) => call(moveAnswers.ofEvent, { orgId, eventId }, { signal }).catch(nullIfNone),
  })

const answers: Record<KeepOrRefund | 'none', { readonly label: () => string; readonly color: MantineColor }> = {
  keep: { label: m.moved_answer_keep, color: 'teal' },
  refund: { label: m.moved_answer_refund, color: 'coral' },
  none: { label: m.moved_answer_none, color: 'gray' },
}

const unanswered = JSON.stringify({ field: 'moveAnswer', op: 'any_of', values: ['none'] })

/** Who keeps their ticket to a moved event, who was refunded, and who has not answered. */
export function MovedAnswers({ ofEvent, maySend }: { ofEvent: EventOfClub; maySend: boolean }) {
  const { data } = useQuery(moveAnswersQuery(ofEvent))
  if (!data || data.until === null) return null
  const { texts, until, counts, people } = data
  return (
    <Panel title={m.moved_answers_title()} subtitle={m.moved_answers_until({ until: formatDateTime(until) })}>
      <Text role="status" fw={620} mb="sm">
        {[
          m.moved_answers_kept({ count: counts.keep }),
          m.moved_answers_refunded({ count: counts.refund }),
          m.moved_answers_unanswered({ count: counts.none }),
        ].join(' · ')}
      </Text>
      {maySend && counts.none > 0 && (
        <Group mb="sm">
          <MessageButton
            label={m.moved_answers_write()}
            audience={{
              ...guestsOf(ofEvent, { all: true, filter: unanswered }),
              who: m.registrations_move_unanswered(),
            }}
          />
        </Group>
      )}
      {texts && (
        <Text mb="sm" lang={langIn(texts)} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} data-own-words>
          {readersText(texts)}
        </Text>
      )}
      <RowList
        rows={people.map(({ entryId, name, buyer, answer }) => ({
          key: entryId,
          title: name,
          note: buyer !== name && buyer,
          badge: <Badge color={answers[answer ?? 'none'].color}>{answers[answer ?? 'none'].label()}</Badge>,
        }))}
      />
    </Panel>
  )
}
