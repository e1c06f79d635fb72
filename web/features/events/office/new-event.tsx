import { Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LocalTime } from '#contract/fields.ts'
import { EventTemplate, eventTemplates, type ListedEvent } from '#contract/events/office.ts'
import { ApiProblem, newToken } from '#web/api/client.ts'
import { problemText } from '#web/api/problem-text.ts'
import { whenDone } from '#web/api/query-client.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { QueryError, useRetryFailed } from '#web/parts/query-error.tsx'
import { paths } from '#web/paths.ts'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { TextInput } from '#web/ui/fields/text-field.tsx'
import { useNavigateTo } from '#web/ui/link.tsx'
import { formatShortDate, today } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { addDays, isDay } from '../days.ts'
import { templateWords, titleOf } from './listed-words.ts'
import { officeEventsQuery, useEventChanges } from './queries.ts'

interface Props {
  readonly club: { readonly id: string; readonly key: string }
  /** The event to copy; asked for when left out. */
  readonly event?: Pick<ListedEvent, 'id' | 'title'>
  readonly onClose: () => void
}

/** Asks what a new event begins with, and when it takes place; then opens its draft. */
export function NewEvent({ club, event, onClose }: Props) {
  const { create, duplicate } = useEventChanges(club.id)
  const go = useNavigateTo()
  const [from, setFrom] = useState(event ? 'copy' : '')
  const [source, setSource] = useState(event?.id ?? '')
  const [startsAt, setStartsAt] = useState(event ? '' : `${addDays(today(), 30)}T18:00`)
  const [wrong, setWrong] = useState(false)
  const [token] = useState(newToken)
  const copies = from === 'copy'
  const template = EventTemplate.safeParse(from)
  // The page below may be an event's own, which stays as it is.
  const opened = {
    onSuccess: onClose,
    onSuccessHere: ({ id }: { readonly id: string }) => void go(paths.officeEvent(club.key, id)),
  }
  const onSubmit = () => {
    const isRight = LocalTime.safeParse(startsAt).success && (!copies || source !== '')
    setWrong(!isRight)
    if (!isRight) return
    if (copies) whenDone(duplicate.mutateAsync({ eventId: source, startsOn: startsAt.slice(0, 10), token }), opened)
    else whenDone(create.mutateAsync({ template: template.success ? template.data : null, startsAt, token }), opened)
  }
  return (
    <FormDialog
      title={event ? m.office_events_copy_title({ title: titleOf(event) }) : m.office_events_new()}
      confirm={m.office_events_new_create()}
      error={create.error ?? duplicate.error}
      errorWords={refusalWords}
      busy={create.isPending || duplicate.isPending}
      {...{ onSubmit, onClose }}
    >
      {event ? (
        <Text size="sm">{m.office_events_copy_explained()}</Text>
      ) : (
        <ChoiceField
          label={m.office_events_new_from()}
          value={from}
          onChange={({ currentTarget: { value } }) => setFrom(value)}
          data={[
            { value: '', label: m.office_events_new_blank() },
            ...eventTemplates.map((one) => ({ value: one, label: templateWords[one]() })),
            { value: 'copy', label: m.office_events_new_copy() },
          ]}
          data-autofocus
        />
      )}
      {copies && !event && (
        <EventToCopy
          orgId={club.id}
          error={wrong && source === '' && m.office_events_new_choose()}
          onChange={setSource}
        />
      )}
      {copies ? (
        <TextInput
          type="date"
          label={m.office_events_new_starts_on()}
          value={startsAt.slice(0, 10)}
          error={wrong && !isDay(startsAt.slice(0, 10)) && m.field_date()}
          onChange={({ currentTarget: { value } }) => setStartsAt(value && `${value}T18:00`)}
          data-autofocus={event && true}
        />
      ) : (
        <TextInput
          type="datetime-local"
          label={m.office_events_new_starts()}
          value={startsAt}
          error={wrong && !LocalTime.safeParse(startsAt).success && m.field_time_missing()}
          onChange={({ currentTarget: { value } }) => setStartsAt(value)}
        />
      )}
    </FormDialog>
  )
}

const refusalWords = (error: unknown) =>
  error instanceof ApiProblem && error.errors.some(({ message }) => message === 'time_missing_that_day')
    ? m.event_fault_time_missing_that_day()
    : problemText(error)

interface EventToCopyProps {
  readonly orgId: string
  readonly error: string | false
  readonly onChange: (eventId: string) => void
}

/** An event of any state, found by its title. */
function EventToCopy({ orgId, error, onChange }: EventToCopyProps) {
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  const [search, setSearch] = useState('')
  // The field shows the chosen event, which is no search.
  const [settled] = useDebouncedValue(search === chosen?.label ? '' : search.trim(), 250)
  const coming = useInfiniteQuery(officeEventsQuery(orgId, 'coming', settled))
  const over = useInfiniteQuery(officeEventsQuery(orgId, 'over', settled))
  const cancelled = useInfiniteQuery(officeEventsQuery(orgId, 'cancelled', settled))
  const queries = [coming, over, cancelled]
  const failed = queries.find((query) => query.error)
  const retryFailed = useRetryFailed()
  const found = queries.flatMap(({ data }) => data?.pages[0]?.events ?? [])
  const options = found.map((one) => ({ value: one.id, label: `${titleOf(one)}, ${formatShortDate(one.startDate)}` }))
  return (
    <>
      <Select
        label={m.office_events_new_copy_of()}
        placeholder={m.office_events_search()}
        searchable
        data={chosen ? [chosen, ...options.filter(({ value }) => value !== chosen.value)] : options}
        filter={({ options: all }) => all}
        nothingFoundMessage={
          failed || queries.some((query) => query.isFetching) ? undefined : m.office_events_new_none()
        }
        searchValue={search}
        onSearchChange={setSearch}
        value={chosen?.value ?? null}
        onChange={(value, option) => {
          setChosen(value === null ? null : option)
          onChange(value ?? '')
        }}
        error={error}
      />
      {failed && <QueryError query={failed} onRetry={retryFailed} />}
    </>
  )
}
