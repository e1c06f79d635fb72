import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { DuplicatePair, MergeRequest, PersonMerge, UndoRefusal } from '#contract/people/duplicates.ts'
import { ApiProblem } from '#web/api/http-client.ts'
import { showFailure } from '#web/api/toasts.ts'
import { whenDone } from '#web/api/query-client.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { paths } from '#web/paths.ts'
import { Row, Rows } from '#web/ui/cards/row-list.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconUsersGroup } from '#web/ui/icons/index.ts'
import { TextLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { formatDate, formatList } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { duplicatesQuery, useDuplicateChanges } from './duplicate-queries.ts'
import { likenessWords, undoWords } from './duplicate-words.ts'
import { RequestFacts } from './merge.tsx'

interface Props {
  readonly club: { readonly id: string; readonly key: string }
  readonly mayWrite: boolean
}

/** People who are in a club's register twice, and the merges that can be undone. */
export function Duplicates({ club, mayWrite }: Props) {
  const query = useQuery(duplicatesQuery(club.id))
  const { data } = query
  return (
    <Stack gap="lg">
      <TextLink to={paths.office(club.key, 'members')} alone>
        {m.club_member_of_list()}
      </TextLink>
      <PageHeader title={m.duplicates_title()} subtitle={m.duplicates_intro()} />
      {!data ? (
        <NotLoaded query={query} rows={4} height={72} />
      ) : (
        <>
          {data.pairs.length === 0 ? (
            <EmptyState icon={<IconUsersGroup size={40} stroke={1.5} />} title={m.duplicates_empty_title()} order={2}>
              {m.duplicates_empty()}
            </EmptyState>
          ) : (
            <Panel title={m.duplicates_count({ count: data.total })}>
              <Rows>
                {data.pairs.map((pair) => (
                  <Pair
                    key={pair.people.map(({ memberId }) => memberId).join(' ')}
                    pair={pair}
                    club={club}
                    mayWrite={mayWrite}
                  />
                ))}
              </Rows>
            </Panel>
          )}
          {data.requests.length > 0 && (
            <Panel title={m.duplicates_requests()}>
              <Rows>
                {data.requests.map((request) => (
                  <Asked key={request.id} request={request} club={club} mayWrite={mayWrite} />
                ))}
              </Rows>
            </Panel>
          )}
          {data.merges.length > 0 && (
            <Panel title={m.duplicates_merges()}>
              <Rows>
                {data.merges.map((merge) => (
                  <Merged key={merge.id} merge={merge} club={club} mayWrite={mayWrite} />
                ))}
              </Rows>
            </Panel>
          )}
        </>
      )}
    </Stack>
  )
}

function Pair({ pair, club, mayWrite }: Props & { readonly pair: DuplicatePair }) {
  const { decide } = useDuplicateChanges(club.id)
  const [one, other] = pair.people as [DuplicatePair['people'][0], DuplicatePair['people'][0]]
  const say = (notSame: boolean, done?: () => void) =>
    whenDone(decide.mutateAsync({ memberId: one.memberId, otherId: other.memberId, notSame }), {
      ...(done && { onSuccess: done }),
      onError: showFailure,
    })
  return (
    <Row
      title={
        <TextLink to={paths.duplicates(club.key, { kept: one.memberId, gone: other.memberId })} inherit>
          {one.name === other.name ? one.name : formatList([one.name, other.name])}
        </TextLink>
      }
      aside={
        mayWrite && (
          <Button
            variant="default"
            loading={decide.isPending}
            onClick={() =>
              say(true, () =>
                showToast({
                  message: m.duplicates_not_same_done(),
                  action: { label: m.duplicates_undo(), onClick: () => say(false) },
                }),
              )
            }
          >
            {m.duplicates_not_same()}
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed">
        {[m.duplicates_same_name(), ...pair.because.map((reason) => likenessWords[reason]())].join(', ')}
      </Text>
    </Row>
  )
}

function Asked({ request, club, mayWrite }: Props & { readonly request: MergeRequest }) {
  const { withdraw } = useDuplicateChanges(club.id)
  const { id, kept, gone } = request
  return (
    <Row
      title={
        <TextLink to={paths.duplicates(club.key, { kept: kept.memberId, gone: gone.memberId })} inherit>
          {kept.name === gone.name ? kept.name : formatList([kept.name, gone.name])}
        </TextLink>
      }
      aside={
        mayWrite && (
          <Button
            variant="default"
            loading={withdraw.isPending}
            onClick={() =>
              whenDone(withdraw.mutateAsync(id), {
                onSuccess: () => showToast({ message: m.merge_ask_withdrawn() }),
                onError: showFailure,
              })
            }
          >
            {m.merge_ask_withdraw()}
          </Button>
        )
      }
    >
      <RequestFacts request={request} />
    </Row>
  )
}

function Merged({ merge, club, mayWrite }: Props & { readonly merge: PersonMerge }) {
  const { undo } = useDuplicateChanges(club.id)
  const { kept, gone, by, at, alsoHeld } = merge
  return (
    <Row
      title={
        <TextLink to={paths.officePerson(club.key, kept.memberId)} inherit>
          {kept.name}
        </TextLink>
      }
      aside={
        mayWrite && (
          <Button
            variant="default"
            loading={undo.isPending}
            onClick={() =>
              whenDone(undo.mutateAsync(merge.id), { onSuccess: () => showToast({ message: m.duplicates_undone() }) })
            }
          >
            {m.duplicates_undo()}
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed">
        {m.duplicates_merged_facts({ gone: gone.name, by, date: formatDate(at) })}
      </Text>
      {alsoHeld > 0 && (
        <Text size="sm" c="dimmed">
          {m.duplicates_merged_also({ count: alsoHeld })}
        </Text>
      )}
      {undo.error && <Refused error={undo.error} />}
    </Row>
  )
}

/** Why it cannot be undone, beside its button. */
function Refused({ error }: { readonly error: unknown }) {
  const because = error instanceof ApiProblem ? ((error.data['because'] ?? []) as UndoRefusal[]) : []
  return (
    <Group role="alert" gap={4}>
      <Text size="sm" c="red">
        {[m.duplicates_undo_failed(), ...because.map((reason) => undoWords[reason]())].join(' ')}
      </Text>
    </Group>
  )
}
