import { Box, Checkbox, Chip, Fieldset, Group, SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { type EditedEvent, EventProblem } from '#contract/events/office.ts'
import { datesOf, weekdayOf, weekOf, type RepeatRule } from '#contract/events/repeat.ts'
import type { EventSeries } from '#contract/events/series.ts'
import { ApiProblem, currentIn } from '#web/api/client.ts'
import { problemText } from '#web/api/problem-text.ts'
import { whenDone } from '#web/api/query-client.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { paths } from '#web/paths.ts'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { TextInput } from '#web/ui/fields/text-field.tsx'
import { useNavigateTo } from '#web/ui/link.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { formatDate, formatList } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { addDays } from '../days.ts'
import { faultWords } from './event-words.ts'
import { dayWords, monthlyWords, ruleWords, skippedWords, weekdayWords } from './repeat-words.ts'
import { useSeriesChanges } from './series-queries.ts'

/** Weeks in which Danish clubs often pause: of winter, summer and autumn holidays, and Christmas. */
const schoolWeeks = [7, 8, 28, 29, 30, 31, 42, 52]
const everyOptions = Array.from({ length: 12 }, (_, at) => String(at + 1))

interface Props {
  readonly startsOn: string
  /** The rule that is changed; none for an event that does not repeat yet. */
  readonly rule?: RepeatRule
  readonly error: unknown
  readonly busy: boolean
  readonly onSubmit: (rule: RepeatRule) => void
  readonly onClose: () => void
}

const firstRule = (startsOn: string): RepeatRule => ({
  unit: 'week',
  every: 1,
  weekdays: [weekdayOf(startsOn)],
  monthly: 'day',
  until: addDays(startsOn, 12 * 7),
  count: null,
  skipHolidays: true,
  skipWeeks: [],
  except: [],
})

/** Asks how an event repeats, and shows the dates while the answer is typed. */
export function RepeatDialog({ startsOn, rule: saved, error, busy, onSubmit, onClose }: Props) {
  const [rule, setRule] = useState<RepeatRule>(saved ?? firstRule(startsOn))
  const [submitted, setSubmitted] = useState(false)
  const [typedCount, setTypedCount] = useState(String(rule.count ?? ''))
  const change = (changes: Partial<RepeatRule>) => setRule((before) => ({ ...before, ...changes }))
  const dates = datesOf(rule, startsOn)
  const errorAt = (path: keyof RepeatRule) =>
    dates.problem?.path === path &&
    (submitted || dates.problem.fault !== 'repeat_without_end') &&
    faultWords({ path, fault: dates.problem.fault })
  const weeks = [...new Set([...schoolWeeks, ...rule.skipWeeks])].toSorted((a, b) => a - b)
  const skipped = dates.skipped
    .filter(({ why }) => why !== 'exception')
    .map((one) => (one.why === 'week' ? m.repeat_week({ week: weekOf(one.day) }) : skippedWords(one)))
  return (
    <FormDialog
      size="lg"
      title={m.repeat_title()}
      confirm={saved ? m.repeat_rule_save() : m.repeat_create({ count: dates.days.length })}
      error={error}
      errorWords={refusalWords}
      busy={busy}
      onClose={onClose}
      onSubmit={() => {
        setSubmitted(true)
        if (!dates.problem) onSubmit(rule)
      }}
    >
      <Text size="sm">{saved ? m.repeat_rule_explained() : m.repeat_intro()}</Text>
      <Group gap="sm" grow>
        <ChoiceField
          label={m.repeat_every()}
          data={everyOptions}
          value={String(rule.every)}
          onChange={({ currentTarget: { value } }) => change({ every: Number(value) })}
        />
        <ChoiceField
          label={m.repeat_unit()}
          data={[
            { value: 'week', label: m.repeat_weeks() },
            { value: 'month', label: m.repeat_months() },
          ]}
          value={rule.unit}
          onChange={({ currentTarget: { value } }) => change({ unit: value === 'month' ? 'month' : 'week' })}
        />
      </Group>
      {rule.unit === 'week' ? (
        <Fieldset variant="unstyled" legend={m.repeat_weekdays()}>
          <Chip.Group
            multiple
            value={rule.weekdays.map(String)}
            onChange={(values) => change({ weekdays: values.map(Number) })}
          >
            <Group gap={6}>
              {[1, 2, 3, 4, 5, 6, 7].map((weekday) => (
                <Chip key={weekday} value={String(weekday)}>
                  {weekdayWords(weekday, 'short')}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
          <Wrong>{errorAt('weekdays')}</Wrong>
        </Fieldset>
      ) : (
        <ChoiceField
          label={m.repeat_monthly()}
          data={Object.entries(monthlyWords(startsOn)).map(([value, label]) => ({ value, label }))}
          value={rule.monthly}
          onChange={({ currentTarget: { value } }) => change({ monthly: value as RepeatRule['monthly'] })}
        />
      )}
      <Fieldset variant="unstyled" legend={m.repeat_ends()}>
        <SegmentedControl
          fullWidth
          mb="xs"
          aria-label={m.repeat_ends()}
          color="fjord"
          value={rule.count === null ? 'until' : 'count'}
          onChange={(value) => {
            const count = Math.max(2, dates.days.length)
            setTypedCount(String(count))
            change(
              value === 'count'
                ? { count, until: null }
                : { until: dates.days.at(-1) ?? addDays(startsOn, 12 * 7), count: null },
            )
          }}
          data={[
            { value: 'until', label: m.repeat_ends_on() },
            { value: 'count', label: m.repeat_ends_after() },
          ]}
        />
        {rule.count === null ? (
          <TextInput
            type="date"
            label={m.repeat_until()}
            value={rule.until ?? ''}
            error={errorAt('until')}
            onChange={({ currentTarget: { value } }) => change({ until: value || null })}
          />
        ) : (
          <TextInput
            inputMode="numeric"
            label={m.repeat_count()}
            value={typedCount}
            error={errorAt('count') || errorAt('until')}
            onChange={({ currentTarget: { value } }) => {
              setTypedCount(value)
              // Anything but a whole number counts as none.
              change({ count: /^\d{1,5}$/.test(value.trim()) ? Number(value) : 0 })
            }}
          />
        )}
      </Fieldset>
      <Checkbox
        label={m.repeat_skip_holidays()}
        checked={rule.skipHolidays}
        onChange={({ currentTarget: { checked } }) => change({ skipHolidays: checked })}
      />
      <Fieldset variant="unstyled" legend={m.repeat_skip_weeks()}>
        <Chip.Group
          multiple
          value={rule.skipWeeks.map(String)}
          onChange={(values) => change({ skipWeeks: values.map(Number) })}
        >
          <Group gap={6}>
            {weeks.map((week) => (
              <Chip key={week} value={String(week)} size="xs">
                {m.repeat_week({ week })}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Fieldset>
      {!dates.problem && (
        <Fieldset
          variant="unstyled"
          legend={m.repeat_dates({ count: dates.days.length, last: formatDate(dates.days.at(-1)!) })}
        >
          <Box mah={220} style={{ overflowY: 'auto' }} tabIndex={0} role="group" aria-label={m.history_field_dates()}>
            <Group gap={6}>
              {[...dates.days, ...rule.except.filter((day) => day > startsOn)].toSorted().map((day) => (
                <Chip
                  key={day}
                  size="xs"
                  checked={!rule.except.includes(day)}
                  disabled={day === startsOn}
                  onChange={(takesPlace) =>
                    change({
                      except: takesPlace ? rule.except.filter((one) => one !== day) : [...rule.except, day],
                    })
                  }
                >
                  {dayWords(day)}
                </Chip>
              ))}
            </Group>
          </Box>
          {skipped.length > 0 && (
            <Text size="sm" c="dimmed" mt="xs">
              {m.repeat_skipped({ why: formatList([...new Set(skipped)]) })}
            </Text>
          )}
        </Fieldset>
      )}
    </FormDialog>
  )
}

const Wrong = ({ children }: { children: string | false }) =>
  children && (
    <Text size="sm" c="var(--mantine-color-error)" mt={4} role="alert">
      {children}
    </Text>
  )

/** A rule that somebody else has changed as it is now; a day on which the clocks skip the time by its sentence. */
function refusalWords(error: unknown): string {
  const current = currentIn<EventSeries>(error)
  if (current) return changedWords(current)
  const problems = error instanceof ApiProblem ? error.data['problems'] : undefined
  const first = Array.isArray(problems) ? EventProblem.safeParse(problems[0]).data : undefined
  return first ? faultWords(first) : problemText(error)
}

function changedWords({ rule, startsOn }: EventSeries): string {
  const { days } = datesOf(rule, startsOn)
  const dates = days.length > 0 && m.repeat_dates({ count: days.length, last: formatDate(days.at(-1)!) })
  return m.repeat_rule_changed({ rule: [ruleWords(rule, startsOn), dates].filter(Boolean).join('. ') })
}

interface RepeatEventProps {
  readonly club: { readonly id: string; readonly key: string }
  readonly event: EditedEvent
  readonly onClose: () => void
}

/** Repeats an event, and opens its series. */
export function RepeatEvent({ club, event, onClose }: RepeatEventProps) {
  const { create } = useSeriesChanges(club.id)
  const go = useNavigateTo()
  return (
    <RepeatDialog
      startsOn={event.fields.startsAt.slice(0, 10)}
      error={create.error}
      busy={create.isPending}
      onClose={onClose}
      onSubmit={(rule) =>
        whenDone(create.mutateAsync({ eventId: event.id, rule }), {
          onSuccess: ({ dates }) => {
            onClose()
            showToast({ message: m.repeat_created({ count: dates.length - 1 }) })
          },
          onSuccessHere: ({ id }) => void go(paths.eventSeries(club.key, id)),
        })
      }
    />
  )
}
