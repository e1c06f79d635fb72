import { Alert, Badge, Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconAlertTriangle, IconCalendarPlus, IconHistory } from '#web/ui/icons/index.ts'
import { useState } from 'react'
import type { EventSeries, SeriesDate } from '#contract/events/series.ts'
import { ApiProblem, currentIn } from '#web/api/client.ts'
import { showFailure } from '#web/api/toasts.ts'
import { whenDone } from '#web/api/query-client.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { readersText } from '#web/parts/local-text.tsx'
import { paths } from '#web/paths.ts'
import { Row, Rows } from '#web/ui/cards/row-list.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { formatList, whenWords } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { fieldWords } from './event-words.ts'
import { badgeWords, timesOf } from './listed-words.ts'
import { EventGone, EventTitle, SoldPlaces } from './listed-event.tsx'
import { RepeatDialog } from './repeat-dialog.tsx'
import { ruleWords } from './repeat-words.ts'
import { seriesQuery, useSeriesChanges } from './series-queries.ts'

interface Props {
  readonly club: { readonly id: string; readonly key: string }
  readonly seriesId: string
  readonly mayWrite: boolean
}

/** A series of events: how it repeats, and its dates. */
export function SeriesPage({ club, seriesId, mayWrite }: Props) {
  const query = useQuery(seriesQuery(club.id, seriesId))
  const { data: series } = query
  if (query.error instanceof ApiProblem && query.error.code === 'not_found')
    return <EventGone orgKey={club.key} message={m.series_gone()} />
  if (!series) return <NotLoaded query={query} rows={6} height={72} />
  return <Series {...{ club, series, mayWrite }} />
}

function Series({ club, series, mayWrite }: Omit<Props, 'seriesId'> & { readonly series: EventSeries }) {
  const { change, publish } = useSeriesChanges(club.id)
  /** As whoever has the dialog open has seen it. */
  const [changing, setChanging] = useState<EventSeries | null>(null)
  const coming = series.dates.filter(({ isOver }) => !isOver)
  const over = series.dates.filter(({ isOver }) => isOver)
  const drafts = coming.filter(({ status }) => status === 'draft')
  const notFitting = coming.filter(({ fits, status }) => !fits && status !== 'cancelled')
  const [first] = coming.length > 0 ? coming : series.dates
  const problems = publish.data?.drafts.length ?? 0
  const publishAll = () =>
    whenDone(publish.mutateAsync({ seriesId: series.id }), {
      onSuccess: ({ published }) => published > 0 && showToast({ message: m.series_published({ count: published }) }),
      onError: showFailure,
    })
  return (
    <Stack gap="lg">
      <PageHeader
        title={first ? <EventTitle event={first} /> : m.series_title()}
        subtitle={ruleWords(series.rule, series.startsOn)}
        actions={
          mayWrite && (
            <>
              <Button variant="default" onClick={() => setChanging(series)}>
                {m.repeat_rule_change()}
              </Button>
              {drafts.length > 0 && (
                <Button
                  leftSection={<IconCalendarPlus size={18} stroke={1.7} />}
                  loading={publish.isPending}
                  onClick={publishAll}
                >
                  {m.series_publish({ count: drafts.length })}
                </Button>
              )}
            </>
          )
        }
      />
      {problems > 0 && (
        <Alert color="red" role="alert" icon={<IconAlertTriangle size={20} stroke={1.7} />}>
          {m.series_unpublished({ count: problems })}
        </Alert>
      )}
      {notFitting.length > 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle size={20} stroke={1.7} />}>
          {m.series_not_fitting_count({ count: notFitting.length })}
        </Alert>
      )}
      <Panel>
        <Dates orgKey={club.key} dates={coming} title={first?.title} />
        {over.length > 0 && (
          <Fold icon={<IconHistory size={20} stroke={1.7} />} title={m.series_past({ count: over.length })}>
            <Dates orgKey={club.key} dates={over} title={first?.title} />
          </Fold>
        )}
      </Panel>
      {changing && (
        <RepeatDialog
          startsOn={changing.startsOn}
          rule={changing.rule}
          error={change.error}
          busy={change.isPending}
          onClose={() => (change.reset(), setChanging(null))}
          onSubmit={(rule) =>
            whenDone(change.mutateAsync({ seriesId: changing.id, version: changing.version, rule }), {
              onSuccess: () => {
                setChanging(null)
                showToast({ message: m.repeat_rule_saved() })
              },
              onError: (error) => setChanging((opened) => opened && (currentIn<EventSeries>(error) ?? opened)),
            })
          }
        />
      )}
    </Stack>
  )
}

interface DatesProps {
  readonly orgKey: string
  readonly dates: readonly SeriesDate[]
  /** Of the series: a date with another one says so. */
  readonly title: SeriesDate['title'] | undefined
}

const Dates = ({ orgKey, dates, title }: DatesProps) => (
  <Rows>
    {dates.map((date) => (
      <Row
        key={date.eventId}
        title={
          <TextLink to={paths.officeEvent(orgKey, date.eventId)} inherit>
            {whenWords(timesOf(date), 'dated')}
          </TextLink>
        }
        aside={
          <>
            {!date.fits && date.status !== 'cancelled' && <Badge color="yellow">{m.series_not_fitting()}</Badge>}
            <Badge color={badgeWords[date.badge].color}>{badgeWords[date.badge].label()}</Badge>
          </>
        }
      >
        {title && readersText(date.title) !== readersText(title) && <EventTitle event={date} />}
        {date.status !== 'draft' && <SoldPlaces event={date} />}
        {date.ownFields.length > 0 && (
          <Text size="sm" c="dimmed">
            {m.series_differs({ fields: formatList([...new Set(date.ownFields.map(fieldWords))]) })}
          </Text>
        )}
      </Row>
    ))}
  </Rows>
)
