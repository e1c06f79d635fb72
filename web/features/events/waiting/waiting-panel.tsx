import { Alert, Button, Checkbox, List, NativeSelect, Radio, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { EventDetail } from '#contract/events/answers.ts'
import type { EventWaiting, WaitingMode } from '#contract/events/waiting.ts'
import { problemText } from '#web/api/problem-text.ts'
import { whenDone } from '#web/api/query-client.ts'
import { QueryError } from '#web/parts/query-error.tsx'
import { focusFirstError } from '#web/ui/fields/field-words.ts'
import { IconAlertCircle } from '#web/ui/icons/index.ts'
import { Panel } from '#web/ui/panel.tsx'
import { formatDateTime } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { categoriesFor, mayWait } from './may-wait.ts'
import { WishCard } from './wish-card.tsx'
import { countsOf, myWishesQuery, useJoin, waitingQuery } from './wishes.ts'

/** Who waits for places at an event that has too few, the rule, and how to join; for whoever could join or is on it. */
export default function Waiting({ event }: { event: EventDetail }) {
  const canJoin = mayWait(event)
  const { data: wishes = [] } = useQuery({ ...myWishesQuery, enabled: !canJoin })
  // Whoever is choosing goes on, also while places are free for a moment.
  const [joining, form] = useDisclosure(false)
  const shows = canJoin || joining || wishes.some(({ eventId }) => eventId === event.id)
  const query = useQuery({ ...waitingQuery(event.id), enabled: shows })
  const { data } = query
  if (!shows) return null
  if (query.error && !data) return <QueryError query={query} />
  if (!data || (!data.wish && !joining && !(data.isOpen && canJoin))) return null
  return (
    <Panel
      title={m.waiting_title()}
      subtitle={!data.wish && (data.all.wishes === 0 ? m.waiting_nobody() : m.waiting_count(countsOf(data.all)))}
    >
      <Stack gap="md">
        {data.wish && <WishCard wish={data.wish} />}
        <Rule until={data.until} />
        {!data.wish && !joining && (
          <Button variant="light" onClick={form.open} style={{ alignSelf: 'flex-start' }}>
            {m.waiting_join()}
          </Button>
        )}
        {!data.wish && joining && <JoinForm event={event} onClose={form.close} />}
      </Stack>
    </Panel>
  )
}

const Rule = ({ until }: Pick<EventWaiting, 'until'>) => (
  <List size="sm" type="ordered" listStyleType="decimal" spacing={4}>
    <List.Item>{m.waiting_rule_order()}</List.Item>
    <List.Item>{m.waiting_rule_passed()}</List.Item>
    <List.Item>{m.waiting_rule_window()}</List.Item>
    <List.Item>{m.waiting_rule_ended()}</List.Item>
    <List.Item>{m.waiting_rule_cutoff({ moment: formatDateTime(until) })}</List.Item>
  </List>
)

/** Whom to wait for, in which category, and whether some of them would do. */
function JoinForm({ event, onClose }: { event: EventDetail; onClose: () => void }) {
  const formId = useId()
  const join = useJoin()
  const people = event.people
    .map((person) => ({ person, categories: categoriesFor(event, person) }))
    .filter(({ categories }) => categories.length > 0)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(
    () => new Set(people.length === 1 ? [people[0]!.person.memberId] : []),
  )
  const [categories, setCategories] = useState<Readonly<Record<string, string>>>({})
  const [mode, setMode] = useState<WaitingMode>('all')
  const [least, setLeast] = useState(1)
  const [tried, setTried] = useState(false)
  const chosen = people.filter(({ person }) => ticked.has(person.memberId))
  const none = chosen.length === 0
  const atLeast = Math.min(least, Math.max(chosen.length - 1, 1))
  const submit = () => {
    setTried(true)
    if (none) return focusFirstError(formId)
    whenDone(
      join.mutateAsync({
        eventId: event.id,
        people: chosen.map(({ person: { memberId }, categories: [first] }) => ({
          memberId,
          category: categories[memberId] ?? first!.category,
        })),
        ...(chosen.length === 1 ? { mode: 'all' } : mode === 'at_least' ? { mode, atLeast } : { mode }),
      }),
      { onSuccess: onClose },
    )
  }
  return (
    <form
      id={formId}
      noValidate
      aria-label={m.waiting_join()}
      onSubmit={(submitted) => (submitted.preventDefault(), submit())}
    >
      <Stack gap="md">
        <Checkbox.Group
          label={m.waiting_whom()}
          error={tried && none ? m.waiting_nobody_chosen() : undefined}
          value={[...ticked]}
          onChange={(ids) => setTicked(new Set(ids))}
        >
          <Stack gap="xs" mt="xs">
            {people.map(({ person: { memberId, name }, categories: offered }) => (
              <Stack key={memberId} gap={6}>
                <Checkbox value={memberId} label={name} aria-invalid={(tried && none) || undefined} />
                {offered.length > 1 && ticked.has(memberId) && (
                  <NativeSelect
                    aria-label={m.waiting_category_of({ name })}
                    maw={320}
                    ml={34}
                    value={categories[memberId] ?? offered[0]!.category}
                    onChange={({ currentTarget: { value } }) => setCategories({ ...categories, [memberId]: value })}
                    data={offered.map((one) => ({ value: one.category, label: one.name }))}
                  />
                )}
              </Stack>
            ))}
          </Stack>
        </Checkbox.Group>
        {chosen.length > 1 && (
          <Radio.Group label={m.waiting_mode()} value={mode} onChange={(value) => setMode(value)}>
            <Stack gap="xs" mt="xs">
              <Radio value="all" label={m.waiting_mode_all()} />
              <Radio value="at_least" label={m.waiting_mode_at_least()} />
              {mode === 'at_least' && (
                <NativeSelect
                  aria-label={m.waiting_least()}
                  maw={160}
                  ml={34}
                  value={String(atLeast)}
                  onChange={({ currentTarget: { value } }) => setLeast(Number(value))}
                  data={Array.from({ length: chosen.length - 1 }, (_, at) => String(at + 1))}
                />
              )}
              <Radio value="any" label={m.waiting_mode_any()} />
            </Stack>
          </Radio.Group>
        )}
        {join.error && (
          <Alert role="alert" color="red" icon={<IconAlertCircle />}>
            {problemText(join.error)}
          </Alert>
        )}
        <Text size="sm" c="dimmed">
          {m.waiting_join_note()}
        </Text>
        <Stack gap="sm" align="flex-start">
          <Button type="submit" loading={join.isPending}>
            {m.waiting_join()}
          </Button>
          <Button variant="default" onClick={onClose}>
            {m.action_cancel()}
          </Button>
        </Stack>
      </Stack>
    </form>
  )
}
