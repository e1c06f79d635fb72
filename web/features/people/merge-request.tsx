import { Alert, Badge, Button, Group, List, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OwnMergeRequest } from '#contract/people/merge-requests.ts'
import { ApiProblem } from '#web/api/client.ts'
import { showFailure } from '#web/api/toasts.ts'
import { whenDone } from '#web/api/query-client.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconUsersGroup } from '#web/ui/icons/index.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatDate, formatList } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { mergeRequestQuery, useAnswerMerge } from './duplicate-queries.ts'
import { refusalWords } from './duplicate-words.ts'

/** A club asks whether two people who both sign in are one: what would move, what stays, and which sign-in remains. */
export function MergeRequestPage({ requestId }: { readonly requestId: string }) {
  const query = useQuery(mergeRequestQuery(requestId))
  const { data } = query
  if (query.error instanceof ApiProblem && query.error.code === 'not_found')
    return <Over title={m.merge_request_missing()}>{m.merge_request_missing_text()}</Over>
  if (!data) return <NotLoaded query={query} rows={3} height={120} />
  const { state, kept } = data
  if (state === 'open') return <Question request={data} />
  return (
    <Over title={overWords[state]()}>
      {state === 'merged'
        ? m.merge_request_merged_text({ name: kept.name, email: kept.email })
        : m.merge_request_over_text()}
    </Over>
  )
}

function Question({ request }: { readonly request: OwnMergeRequest }) {
  const { id, club, until, kept, gone, refusals } = request
  const answer = useAnswerMerge(id)
  const hasAgreed = [kept, gone].every(({ yours, agreed }) => agreed || !yours)
  return (
    <Stack gap="lg">
      <PageHeader
        title={m.merge_request_title()}
        subtitle={`${m.merge_request_intro({ club })} ${m.merge_request_until({ date: formatDate(until) })}`}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Side person={kept} label={m.merge_request_kept()} />
        <Side person={gone} label={m.merge_request_gone()} />
      </SimpleGrid>
      <Panel title={m.merge_request_moves()}>
        <List spacing={6} listStyleType="disc">
          {sentences(request).map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
      </Panel>
      {refusals.length > 0 && (
        <Alert color="coral" title={m.merge_request_not_now()} role="status">
          <List size="sm" listStyleType="disc">
            {refusals.map((one) => (
              <List.Item key={one}>{refusalWords[one]()}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Text>{hasAgreed ? m.merge_request_you_agreed() : m.merge_request_fresh()}</Text>
      <Group>
        {!hasAgreed && (
          <Button
            disabled={refusals.length > 0}
            loading={answer.isPending && answer.variables}
            onClick={() => whenDone(answer.mutateAsync(true), { onError: showFailure })}
          >
            {m.merge_request_yes()}
          </Button>
        )}
        <Button
          variant="default"
          loading={answer.isPending && !answer.variables}
          onClick={() => whenDone(answer.mutateAsync(false), { onError: showFailure })}
        >
          {m.merge_request_no()}
        </Button>
      </Group>
    </Stack>
  )
}

function Side({ person, label }: { readonly person: OwnMergeRequest['kept']; readonly label: string }) {
  const { name, email, yours, agreed } = person
  return (
    <Panel title={label}>
      <Group gap="xs">
        <Text fw={620}>{name}</Text>
        {yours && <Badge>{m.merge_request_yours()}</Badge>}
      </Group>
      {email && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {m.merge_request_sign_in({ email })}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {agreed ? m.merge_request_agreed() : m.merge_request_unanswered()}
      </Text>
    </Panel>
  )
}

/** The consequences in sentences. */
function sentences({ kept, gone, moves, both, endsGuardian }: OwnMergeRequest): string[] {
  const { name } = kept
  const { seasons, tickets, purchases, questions, family } = moves
  const moving = [
    seasons > 0 && m.merge_moves_seasons({ count: seasons, name }),
    tickets > 0 && m.merge_moves_tickets({ count: tickets, name }),
    purchases > 0 && m.merge_moves_purchases({ count: purchases, name }),
    questions > 0 && m.merge_moves_questions({ count: questions, name }),
    family > 0 && m.merge_moves_family({ count: family, name }),
  ].filter((one) => one !== false)
  return [
    ...(moving.length > 0 ? moving : [m.merge_request_nothing()]),
    ...(both.length > 0 ? [m.merge_request_both({ what: formatList(both) })] : []),
    ...(endsGuardian ? [m.merge_request_guardian({ name })] : []),
    m.merge_request_details({ name }),
    m.merge_request_stays(),
    kept.email && gone.email
      ? m.merge_request_ends({ email: gone.email, kept: kept.email })
      : m.merge_request_ends_one(),
    m.merge_request_undo(),
  ]
}

const overWords = {
  merged: m.merge_request_merged,
  declined: m.merge_request_declined,
  withdrawn: m.merge_request_withdrawn,
  expired: m.merge_request_expired,
}

function Over({ title, children }: { readonly title: string; readonly children: string }) {
  return (
    <Panel>
      <EmptyState
        order={1}
        icon={<IconUsersGroup size={40} stroke={1.5} />}
        title={title}
        actions={
          <ButtonLink to={paths.dashboard()} variant="default">
            {m.office_leave_area()}
          </ButtonLink>
        }
      >
        {children}
      </EmptyState>
    </Panel>
  )
}
