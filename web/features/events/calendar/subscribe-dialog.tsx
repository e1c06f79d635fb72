import { Alert, Badge, Button, Group, Modal, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconDownload, IconLink } from '#web/ui/icons/index.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CalendarFeed, calendarFeeds } from '#contract/events/calendar-feeds.ts'
import type { Output } from '#contract/endpoint.ts'
import { newToken } from '#web/api/client.ts'
import { currentLanguage } from '#web/api/language.ts'
import { problemText } from '#web/api/problem-text.ts'
import { QuestionDialog } from '#web/ui/dialogs/question-dialog.tsx'
import { ErrorPanel } from '#web/ui/empty-state.tsx'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { formatShortDate, sinceWords } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { DownloadButton, ticketFiles } from '../tickets/download-button.tsx'
import { FeedAddress } from './feed-address.tsx'
import { feedsQuery, useFeedChanges } from './queries.ts'
import { whenDone } from '#web/api/query-client.ts'
import { showFailure } from '#web/api/toasts.ts'

interface Props {
  readonly opened: boolean
  /** There are tickets to download. */
  readonly withFile: boolean
  readonly onClose: () => void
}

/** Calendar subscriptions: makes one, lists them, stops them. */
export function SubscribeDialog({ opened, withFile, onClose }: Props) {
  const { data, error, refetch, isFetching } = useQuery({ ...feedsQuery, enabled: opened })
  const { create } = useFeedChanges()
  const made = create.data
  const close = () => {
    create.reset()
    onClose()
  }
  const showList = () => {
    create.reset()
    // Some calendars read the address at once.
    void refetch()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      size="lg"
      title={made ? m.feed_made_title({ name: nameOf(made.feed) }) : m.feed_title()}
    >
      {made ? (
        <FeedAddress url={made.url} name={nameOf(made.feed)} onDone={showList} />
      ) : (
        <Stack gap="lg">
          <Text>{m.feed_intro()}</Text>
          {error && !data && (
            <ErrorPanel message={problemText(error)} onRetry={() => void refetch()} retrying={isFetching} />
          )}
          {!data && !error && <Skeleton height={120} radius="md" />}
          {data && <NewFeed choices={data} create={create} />}
          {data && data.feeds.length > 0 && <Feeds feeds={data.feeds} />}
          {withFile && (
            <Stack gap="xs">
              <Text size="sm" c="dimmed">
                {m.feed_file()}
              </Text>
              <DownloadButton load={ticketFiles.calendar} leftSection={<IconDownload size={18} stroke={1.7} />}>
                {m.calendar_save()}
              </DownloadButton>
            </Stack>
          )}
        </Stack>
      )}
    </Modal>
  )
}

type Choices = Output<typeof calendarFeeds.list>

/** The family first, because it is what most want; alone, one's own tickets. */
function NewFeed({ choices, create }: { choices: Choices } & Pick<ReturnType<typeof useFeedChanges>, 'create'>) {
  const { people, clubs } = choices
  const [self, ...others] = people
  // Sent again after a failure, it makes one.
  const [token] = useState(newToken)
  const [chosen, choose] = useState(others.length > 0 ? 'family' : `person ${self?.id}`)
  const submit = () => {
    const [kind, id = ''] = chosen.split(' ') as [CalendarFeed['kind'], string?]
    const whose = { ...(kind === 'person' && { personId: id }), ...(kind === 'club' && { orgId: id }) }
    create.mutate({ kind, token, ...whose, language: currentLanguage() })
  }
  return (
    <Stack gap="sm">
      <ChoiceField
        label={m.feed_what()}
        description={chosen.startsWith('club') ? m.feed_what_club() : m.feed_what_tickets()}
        value={chosen}
        onChange={({ currentTarget: { value } }) => choose(value)}
        data={[
          {
            group: m.feed_group_tickets(),
            items: [
              ...(others.length > 0 ? [{ value: 'family', label: m.feed_family() }] : []),
              ...(self ? [{ value: `person ${self.id}`, label: m.feed_self({ name: self.name }) }] : []),
              ...others.map(({ id, name }) => ({ value: `person ${id}`, label: name })),
            ],
          },
          ...(clubs.length > 0
            ? [
                {
                  group: m.feed_group_clubs(),
                  items: clubs.map(({ id, name }) => ({ value: `club ${id}`, label: name })),
                },
              ]
            : []),
        ]}
      />
      {create.error && (
        <Alert color="red" role="alert">
          {problemText(create.error)}
        </Alert>
      )}
      <Button onClick={submit} loading={create.isPending} leftSection={<IconLink size={18} stroke={1.7} />}>
        {m.feed_create()}
      </Button>
    </Stack>
  )
}

function Feeds({ feeds }: { feeds: readonly CalendarFeed[] }) {
  const [stopping, setStopping] = useState<CalendarFeed | null>(null)
  const { revoke } = useFeedChanges()
  const stop = ({ id }: CalendarFeed) =>
    whenDone(revoke.mutateAsync({ feedId: id }), {
      onSuccess: () => showToast({ message: m.feed_stopped() }),
      onError: showFailure,
      onSettled: () => setStopping(null),
    })
  return (
    <Stack gap="xs" component="section">
      <Title order={3} size="h4">
        {m.feed_list()}
      </Title>
      {feeds.map((feed) => (
        <Paper key={feed.id} withBorder p="sm">
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <div>
              <Group gap="xs">
                <Text fw={640}>{nameOf(feed)}</Text>
                {feed.ended && <Badge color="gray">{m.feed_ended()}</Badge>}
              </Group>
              <Text size="sm" c="dimmed">
                {[
                  m.feed_since({ date: formatShortDate(feed.createdAt) }),
                  feed.lastReadAt
                    ? m.feed_read({ when: sinceWords(feed.lastReadAt, { now: new Date() }) })
                    : m.feed_never_read(),
                ].join(' · ')}
              </Text>
            </div>
            <Button
              variant="default"
              size="xs"
              onClick={() => setStopping(feed)}
              aria-label={m.feed_stop_one({ name: nameOf(feed) })}
            >
              {m.feed_stop()}
            </Button>
          </Group>
        </Paper>
      ))}
      <QuestionDialog
        opened={stopping !== null}
        title={m.feed_stop_title({ name: stopping ? nameOf(stopping) : '' })}
        confirm={m.feed_stop()}
        keep={m.feed_keep()}
        busy={revoke.isPending}
        onConfirm={() => stopping && stop(stopping)}
        onClose={() => setStopping(null)}
      >
        {m.feed_stop_text()}
      </QuestionDialog>
    </Stack>
  )
}

const nameOf = ({ kind, name }: CalendarFeed) => (kind === 'family' ? m.feed_family() : name)
