import { Stack, Alert, Badge, Button, Group, Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'
import { useQuery } from '@tanstack/react-query'
import { IconAlertTriangle } from '#web/ui/icons/index.ts'
import { useState } from 'react'
import type { Output } from '#contract/endpoint.ts'
import { operator, type OperatorPerson } from '#contract/operator.ts'
import { call } from '#web/api/client.ts'
import { QueryError } from '#web/parts/query-error.tsx'
import { useImpersonate } from '#web/features/members/queries.ts'
import { paths } from '#web/paths.ts'
import { Row, Rows } from '#web/ui/cards/row-list.tsx'
import { useSearched } from '#web/ui/data-list/list-address.ts'
import { ListFrame } from '#web/ui/data-list/list-frame.tsx'
import { ButtonLink, useNavigateTo } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatList, sinceWords } from '#web/ui/words/format.ts'
import { peopleQuery } from '#web/features/operator/queries.ts'
import { ReasonDialog } from '#web/features/operator/reason-dialog.tsx'
import { showFailure } from '#web/api/toasts.ts'
import { whenDone } from '#web/api/query-client.ts'

export const Route = createFileRoute('/_member/_operator/operator/people')({
  component: People,
  staticData: { name: 'operatorPeople', title: m.title_operator_people },
})

/** Finds people of all clubs, and disables or enables them. */
function People() {
  const searched = useSearched()
  const search = searched.state.search.trim()
  const query = useQuery(peopleQuery(search))
  const [chosen, setChosen] = useState<OperatorPerson | null>(null)
  return (
    <Stack gap="lg">
      <PageHeader title={m.title_operator_people()} subtitle={m.operator_people_subtitle()} />
      <ListFrame
        rows={search === '' ? [] : query.data}
        total={search === '' ? undefined : query.data?.length}
        countWords={(count) => (count === 50 ? m.operator_people_first() : m.operator_people_count({ count }))}
        searchLabel={m.operator_search_people()}
        {...searched}
        failed={query.error && !query.data ? <QueryError query={query} /> : undefined}
        empty={<Text c="dimmed">{m.operator_people_start()}</Text>}
      >
        {(people) => (
          <Panel>
            <Rows>
              {people.map((person) => (
                <PersonRow key={person.id} person={person} onChoose={() => setChosen(person)} />
              ))}
            </Rows>
          </Panel>
        )}
      </ListFrame>
      {chosen && <EnabledDialog person={chosen} onClose={() => setChosen(null)} />}
    </Stack>
  )
}

const PersonRow = ({ person, onChoose }: { readonly person: OperatorPerson; readonly onChoose: () => void }) => (
  <Row
    title={
      <Group gap="xs">
        {person.name || person.email}
        {!person.enabled && <Badge color="red">{m.operator_person_disabled()}</Badge>}
        {person.isOperator && <Badge>{m.title_operator()}</Badge>}
      </Group>
    }
    aside={
      !person.isSelf && (
        <Group gap="xs">
          <ButtonLink
            variant="default"
            to={paths.operatorPerson(person.id)}
            aria-label={m.operator_person_data_named({ name: person.name })}
          >
            {m.operator_person_data()}
          </ButtonLink>
          {person.enabled && !person.isOperator && <ActAs person={person} />}
          <Button
            variant={person.enabled ? 'outline' : 'light'}
            color={person.enabled ? 'red' : 'fjord'}
            aria-label={
              person.enabled
                ? m.operator_person_disable_named({ name: person.name })
                : m.operator_person_enable_named({ name: person.name })
            }
            onClick={onChoose}
          >
            {person.enabled ? m.operator_person_disable() : m.operator_person_enable()}
          </Button>
        </Group>
      )
    }
  >
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {[
        person.email,
        person.seenAt
          ? m.operator_person_seen({ since: sinceWords(person.seenAt, { now: new Date() }) })
          : m.operator_person_never(),
        person.clubs.length > 0 && formatList(person.clubs.map(({ name }) => name)),
      ]
        .filter(Boolean)
        .join(' · ')}
    </Text>
  </Row>
)

/** Opens the front page as the person, for half an hour, which they can see. */
function ActAs({ person: { id, name } }: { readonly person: OperatorPerson }) {
  const impersonate = useImpersonate()
  const go = useNavigateTo()
  return (
    <Button
      variant="default"
      loading={impersonate.isPending}
      aria-label={m.operator_person_act_as_named({ name })}
      onClick={() => {
        whenDone(impersonate.mutateAsync(id), {
          onError: showFailure,
        })
        void go(paths.dashboard())
      }}
    >
      {m.operator_person_act_as()}
    </Button>
  )
}

function EnabledDialog({ person, onClose }: { readonly person: OperatorPerson; readonly onClose: () => void }) {
  const { id, name, enabled, lastChairOf } = person
  return (
    <ReasonDialog<Output<typeof operator.setEnabled>>
      draft={`person ${id}`}
      title={enabled ? m.operator_person_disable_title({ name }) : m.operator_person_enable_title({ name })}
      confirm={enabled ? m.operator_person_disable() : m.operator_person_enable()}
      danger={enabled}
      done={({ withdrawnInvitations: count }) =>
        enabled
          ? `${m.operator_person_disable_done({ name })} ${count > 0 ? m.operator_person_invitations_withdrawn({ count }) : ''}`.trim()
          : m.operator_person_enable_done({ name })
      }
      onConfirm={({ reason }) => call(operator.setEnabled, { memberId: id, enabled: !enabled, reason })}
      onClose={onClose}
    >
      <Text>{enabled ? m.operator_person_disable_text() : m.operator_person_enable_text()}</Text>
      {lastChairOf.length > 0 && (
        <Alert
          color="coral"
          icon={<IconAlertTriangle size={20} stroke={1.7} />}
          title={m.operator_person_last_chair({ clubs: formatList(lastChairOf) })}
        >
          {m.operator_person_last_chair_text()}
        </Alert>
      )}
    </ReasonDialog>
  )
}
