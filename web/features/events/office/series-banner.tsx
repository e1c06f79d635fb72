import { Alert, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconCalendarEvent } from '#web/ui/icons/index.ts'
import type { EditedEvent, SeriesScope } from '#contract/events/office.ts'
import { currentIn } from '#web/api/client.ts'
import { showFailure } from '#web/api/toasts.ts'
import { whenDone } from '#web/api/query-client.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { fieldWords } from './event-words.ts'
import { ruleWords } from './repeat-words.ts'
import { useSeriesChanges } from './series-queries.ts'

interface Props {
  readonly club: { readonly id: string; readonly key: string }
  readonly event: EditedEvent & { readonly series: NonNullable<EditedEvent['series']> }
  readonly readOnly: boolean
  readonly scope: SeriesScope
  readonly onScope: (scope: SeriesScope) => void
  /** A field follows the series again, or somebody else saved the event. */
  readonly onTaken: (event: EditedEvent) => void
}

/** Above the form of one date of a series: for which dates a change counts, and the fields that do not follow. */
export function SeriesBanner({ club, event, readOnly, scope, onScope, onTaken }: Props) {
  const { follow } = useSeriesChanges(club.id)
  const { id, rule, dates, ownFields } = event.series
  const followAgain = (field: string) =>
    whenDone(follow.mutateAsync({ eventId: event.id, version: event.version, field }), {
      onSuccess: (saved) => {
        onTaken(saved)
        showToast({ message: m.series_followed({ field: fieldWords(field) }) })
      },
      onError: (error) => {
        const current = currentIn<EditedEvent>(error)
        if (current) onTaken(current)
        showFailure(error)
      },
    })
  return (
    <Alert
      color="fjord"
      icon={<IconCalendarEvent />}
      title={ruleWords(rule, event.fields.startsAt.slice(0, 10))}
      role="group"
    >
      <Stack gap="xs">
        <Group gap="4px 12px">
          <Text size="sm">{m.series_part({ count: dates })}</Text>
          <TextLink to={paths.eventSeries(club.key, id)} size="sm">
            {m.series_back()}
          </TextLink>
        </Group>
        {!readOnly && (
          <>
            <Text size="sm" fw={620} id="series-scope">
              {m.series_scope()}
            </Text>
            <SegmentedControl
              aria-labelledby="series-scope"
              color="fjord"
              value={scope}
              onChange={onScope}
              data={[
                { value: 'one', label: m.series_scope_one() },
                { value: 'later', label: m.series_scope_later() },
                { value: 'all', label: m.series_scope_all() },
              ]}
            />
            {scope === 'one' && (
              <Text size="sm" c="dimmed">
                {m.series_scope_hint()}
              </Text>
            )}
            {ownFields.length > 0 && (
              <Group gap="xs">
                <Text size="sm">{m.series_own_label()}</Text>
                {ownFields
                  .filter((field) => field !== 'pools' || !ownFields.includes('categories'))
                  .map((field) => (
                    <Button
                      key={field}
                      size="compact-sm"
                      variant="light"
                      loading={follow.isPending && follow.variables.field === field}
                      onClick={() => followAgain(field)}
                    >
                      {m.series_follow({ field: fieldWords(field) })}
                    </Button>
                  ))}
              </Group>
            )}
          </>
        )}
      </Stack>
    </Alert>
  )
}
