import { Button, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { teams } from '#contract/people/teams.ts'
import { call } from '#web/api/client.ts'
import { showFailure } from '#web/api/toasts.ts'
import { SensitiveAnswersDialog } from '#web/features/events/office/sensitive-answers.tsx'
import { QueryError } from '#web/parts/query-error.tsx'
import { Local } from '#web/parts/local-text.tsx'
import { Row, Rows } from '#web/ui/cards/row-list.tsx'
import { IconLock } from '#web/ui/icons/index.ts'
import { Panel } from '#web/ui/panel.tsx'
import { formatDate } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { teamEventsQuery, type WhichTeam } from './team-queries.ts'

/** Events whose sensitive answers the team's trainers may read. Each reading is in the club's history, so they are not kept. */
export function TeamAnswers({ which }: { readonly which: WhichTeam }) {
  const query = useQuery(teamEventsQuery(which))
  const { data: events = [] } = query
  const read = useMutation({
    mutationFn: (eventId: string) => call(teams.sensitiveAnswers, { ...which, eventId }),
    onError: showFailure,
  })
  if (query.error && !query.data) return <QueryError query={query} />
  if (events.length === 0) return null
  return (
    <Panel>
      <Rows>
        {events.map(({ eventId, title, startDate, until, people }) => (
          <Row
            key={eventId}
            title={<Local text={title} />}
            aside={
              <Button
                variant="default"
                leftSection={<IconLock size={18} stroke={1.7} />}
                loading={read.isPending && read.variables === eventId}
                onClick={() => read.mutate(eventId)}
              >
                {m.registrations_sensitive()}
              </Button>
            }
          >
            <Text size="sm" c="dimmed">
              {formatDate(startDate)} · {m.team_people_count({ count: people })} ·{' '}
              {m.team_event_until({ day: formatDate(until) })}
            </Text>
          </Row>
        ))}
      </Rows>
      <SensitiveAnswersDialog answered={read.data} onClose={read.reset} />
    </Panel>
  )
}
