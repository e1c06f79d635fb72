import { Alert, Button, Group, List, Radio, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type ComparedPerson,
  type Comparison,
  MERGE_REQUEST_DAYS,
  type MergeRequest,
  type TakenField,
  takenFields,
} from '#contract/people/duplicates.ts'
import { phoneWords } from '#contract/phone-words.ts'
import { showFailure } from '#web/api/toasts.ts'
import { whenDone } from '#web/api/query-client.ts'
import { genderWords } from '#web/features/members/profile-words.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { paths } from '#web/paths.ts'
import { TextLink, useNavigateTo } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { formatDate, formatList } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { comparisonQuery, useDuplicateChanges } from './duplicate-queries.ts'
import { fieldWords, refusalWords } from './duplicate-words.ts'

interface Props {
  readonly club: { readonly id: string; readonly key: string }
  readonly keptId: string
  readonly goneId: string
  readonly mayWrite: boolean
}

/** Two people side by side: who stays, which details are right, and what happens. */
export function MergePeople({ club, keptId, goneId, mayWrite }: Props) {
  const query = useQuery(comparisonQuery(club.id, keptId, goneId))
  const { data } = query
  usePageTitle(m.merge_title())
  return (
    <Stack gap="lg">
      <TextLink to={paths.duplicates(club.key)} alone>
        {m.duplicates_title()}
      </TextLink>
      <PageHeader title={m.merge_title()} subtitle={m.merge_intro()} />
      {data ? (
        <Choices key={data.kept.memberId} club={club} comparison={data} mayWrite={mayWrite} />
      ) : (
        <NotLoaded query={query} rows={3} height={120} />
      )}
    </Stack>
  )
}

function Choices({ club, comparison, mayWrite }: Pick<Props, 'club' | 'mayWrite'> & { comparison: Comparison }) {
  const { kept, gone, refusals } = comparison
  const [take, setTake] = useState<readonly TakenField[]>(() =>
    takenFields.filter((field) => !kept.fields[field] && gone.fields[field]),
  )
  const { merge } = useDuplicateChanges(club.id)
  const go = useNavigateTo()
  const differing = takenFields.filter((field) => kept.fields[field] !== gone.fields[field])
  const swap = () => go(paths.duplicates(club.key, { kept: gone.memberId, gone: kept.memberId }), { replace: true })
  const submit = () =>
    whenDone(
      merge.mutateAsync({ keptId: kept.memberId, goneId: gone.memberId, take: kept.hasOwner ? [] : [...take] }),
      {
        onSuccess: () => showToast({ message: m.merge_done() }),
        onSuccessHere: () => void go(paths.officePerson(club.key, kept.memberId)),
        onError: showFailure,
      },
    )
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Side person={kept} label={m.merge_kept()} club={club} />
        <Side person={gone} label={m.merge_gone()} club={club} />
      </SimpleGrid>
      <Group>
        <Button variant="default" onClick={() => void swap()}>
          {m.merge_swap()}
        </Button>
      </Group>
      {refusals.length === 1 && refusals[0] === 'both_sign_in' ? (
        <AskBoth club={club} comparison={comparison} mayWrite={mayWrite} />
      ) : refusals.length > 0 ? (
        <Alert color="coral" title={m.merge_refused()} role="status">
          <List size="sm" listStyleType="disc">
            {refusals.map((one) => (
              <List.Item key={one}>{refusalWords[one]()}</List.Item>
            ))}
          </List>
        </Alert>
      ) : (
        <>
          {differing.length > 0 && (
            <Panel title={m.merge_choose()}>
              {kept.hasOwner ? (
                <Text>{m.merge_own_words({ name: kept.name })}</Text>
              ) : (
                <Stack gap="md">
                  {differing.map((field) => (
                    <Radio.Group
                      key={field}
                      label={fieldWords[field]()}
                      value={take.includes(field) ? 'gone' : 'kept'}
                      onChange={(side) =>
                        setTake((before) => [
                          ...before.filter((one) => one !== field),
                          ...(side === 'gone' ? [field] : []),
                        ])
                      }
                    >
                      <Group gap="8px 24px" mt={6}>
                        <Radio value="kept" label={shown(kept, field)} />
                        <Radio value="gone" label={shown(gone, field)} />
                      </Group>
                    </Radio.Group>
                  ))}
                </Stack>
              )}
            </Panel>
          )}
          <Panel title={m.merge_moves()}>
            <List spacing={6} listStyleType="disc">
              {sentences(comparison).map((sentence) => (
                <List.Item key={sentence}>{sentence}</List.Item>
              ))}
            </List>
          </Panel>
          {mayWrite && (
            <Group>
              <Button onClick={submit} loading={merge.isPending}>
                {m.merge_submit()}
              </Button>
              <Button variant="default" onClick={() => void go(paths.duplicates(club.key))}>
                {m.action_cancel()}
              </Button>
            </Group>
          )}
        </>
      )}
    </>
  )
}

/** Both sign in: they decide it themselves. */
function AskBoth({ club, comparison, mayWrite }: Pick<Props, 'club' | 'mayWrite'> & { comparison: Comparison }) {
  const { kept, gone, request } = comparison
  const { ask, withdraw } = useDuplicateChanges(club.id)
  const said = (message: string) => ({ onSuccess: () => showToast({ message }), onError: showFailure })
  return (
    <Panel title={m.merge_ask_title()}>
      {request ? <RequestFacts request={request} /> : <Text>{m.merge_ask_text({ days: MERGE_REQUEST_DAYS })}</Text>}
      {mayWrite &&
        (request ? (
          <Button
            mt="md"
            variant="default"
            loading={withdraw.isPending}
            onClick={() => whenDone(withdraw.mutateAsync(request.id), said(m.merge_ask_withdrawn()))}
          >
            {m.merge_ask_withdraw()}
          </Button>
        ) : (
          <Button
            mt="md"
            loading={ask.isPending}
            onClick={() =>
              whenDone(ask.mutateAsync({ keptId: kept.memberId, goneId: gone.memberId }), said(m.merge_ask_done()))
            }
          >
            {m.merge_ask_submit()}
          </Button>
        ))}
    </Panel>
  )
}

/** Who asked, until when, and who has agreed. */
export function RequestFacts({ request }: { readonly request: MergeRequest }) {
  const { kept, gone, by, until, keptAgreed, goneAgreed } = request
  const answer = (label: string, { name }: MergeRequest['kept'], agreed: boolean) =>
    `${label}: ${agreed ? m.merge_ask_agreed({ name }) : m.merge_ask_open({ name })}`
  return (
    <Stack gap={2}>
      <Text>{m.merge_ask_waits({ by, date: formatDate(until) })}</Text>
      <Text size="sm" c="dimmed">
        {answer(m.merge_kept(), kept, keptAgreed)}
      </Text>
      <Text size="sm" c="dimmed">
        {answer(m.merge_gone(), gone, goneAgreed)}
      </Text>
    </Stack>
  )
}

function Side({ person, label, club }: { person: ComparedPerson; label: string; club: Props['club'] }) {
  const { number, since } = person
  const facts = [number && m.merge_number({ number }), m.merge_since({ date: formatDate(since) })]
  return (
    <Panel title={label}>
      <Text fw={620}>
        <TextLink to={paths.officePerson(club.key, person.memberId)} inherit>
          {person.name}
        </TextLink>
      </Text>
      <Text size="sm" c="dimmed">
        {facts.filter(Boolean).join(' · ')}
      </Text>
      <Stack gap={2} mt="sm">
        {takenFields
          .filter((field) => field !== 'name')
          .map((field) => (
            <Text key={field} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {fieldWords[field]()}: {shown(person, field)}
            </Text>
          ))}
      </Stack>
    </Panel>
  )
}

function shown({ fields }: ComparedPerson, field: TakenField): string {
  const value = fields[field]
  if (!value) return m.merge_empty()
  if (field === 'dateOfBirth') return formatDate(value)
  if (field === 'phone') return phoneWords(value)
  return field === 'gender' ? genderWords(value as Parameters<typeof genderWords>[0]) : value
}

/** The consequences in sentences. */
function sentences({ kept, gone, both, endsGuardian }: Comparison): string[] {
  // Two of one name differ by their numbers.
  const nameOf = ({ name: own, number }: ComparedPerson) =>
    kept.name === gone.name && number ? `${own} (${m.merge_number({ number })})` : own
  const name = nameOf(kept)
  const moves = [
    gone.seasons > 0 && m.merge_moves_seasons({ count: gone.seasons, name }),
    gone.tickets > 0 && m.merge_moves_tickets({ count: gone.tickets, name }),
    gone.purchases > 0 && m.merge_moves_purchases({ count: gone.purchases, name }),
    gone.questions > 0 && m.merge_moves_questions({ count: gone.questions, name }),
    gone.notes > 0 && m.merge_moves_notes({ count: gone.notes, name }),
    gone.family > 0 && m.merge_moves_family({ count: gone.family, name }),
  ].filter((one) => one !== false)
  return [
    ...(moves.length > 0 ? moves : [m.merge_moves_nothing({ name: nameOf(gone) })]),
    ...(both.length > 0 ? [m.merge_moves_both({ what: formatList(both) })] : []),
    ...(endsGuardian ? [m.merge_moves_guardian({ gone: nameOf(gone), name })] : []),
    m.merge_moves_leads({ gone: nameOf(gone), kept: name }),
  ]
}
