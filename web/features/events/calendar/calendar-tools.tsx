import { ActionIcon, Button, Group, SegmentedControl, Title } from '@mantine/core'
import { IconCalendarDue, IconChevronLeft, IconChevronRight, IconPlayerTrackNext } from '#web/ui/icons/index.ts'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { formatDayIn, formatDaysIn, today } from '#web/ui/words/format.ts'
import { useOptimisticParam } from '#web/ui/use-optimistic-param.ts'
import { m } from '#words/messages.js'
import { addDays, isoWeekOf, mondayOf } from '../days.ts'
import styles from './calendar.module.css'
import { monthWords } from './entries.ts'
import { stepDay, type useCalendar, type View } from './views.ts'

interface Props extends Omit<ReturnType<typeof useCalendar>, 'filter'> {
  /** Goes to the next entry; null when there is none. */
  readonly onNext: (() => unknown) | null
}

/** Controls for view and date. They update at once; the slower calendar follows. */
export function CalendarTools({ show, onNext, ...inAddress }: Props) {
  const [{ view, day }, choose] = useOptimisticParam<{ view: View; day: string }>(inAddress, show)
  return (
    <Group justify="space-between" gap="sm" mb="md" className={styles.tools ?? ''}>
      <Group gap="xs" className={styles.steps ?? ''}>
        <ActionIcon
          variant="default"
          aria-label={m.calendar_before()}
          onClick={() => choose({ view, day: stepDay(view, day, -1) })}
        >
          <IconChevronLeft size={18} stroke={1.7} />
        </ActionIcon>
        <Title order={2} size="h3" className={styles.title} aria-live="polite">
          {titleOf(view, day)}
        </Title>
        <ActionIcon
          variant="default"
          aria-label={m.calendar_after()}
          onClick={() => choose({ view, day: stepDay(view, day, 1) })}
        >
          <IconChevronRight size={18} stroke={1.7} />
        </ActionIcon>
        <Group gap="xs" className={styles.jumps ?? ''}>
          <ActionIcon
            hiddenFrom="sm"
            variant="default"
            aria-label={m.calendar_today()}
            onClick={() => choose({ view, day: today() })}
          >
            <IconCalendarDue size={18} stroke={1.7} />
          </ActionIcon>
          <Button visibleFrom="sm" variant="default" onClick={() => choose({ view, day: today() })}>
            {m.calendar_today()}
          </Button>
          {view !== 'list' && (
            <Button
              visibleFrom="sm"
              variant="default"
              disabled={!onNext}
              onClick={() => onNext?.()}
              leftSection={<IconPlayerTrackNext size={16} stroke={1.7} />}
            >
              {m.calendar_next()}
            </Button>
          )}
        </Group>
      </Group>
      <ChoiceField
        hiddenFrom="sm"
        aria-label={m.calendar_view()}
        className={styles.view ?? ''}
        value={view}
        onChange={({ currentTarget: { value } }) => choose({ view: value as View, day })}
        data={viewNames()}
      />
      <SegmentedControl
        visibleFrom="sm"
        aria-label={m.calendar_view()}
        color="fjord"
        value={view}
        onChange={(value) => choose({ view: value, day })}
        data={viewNames()}
      />
    </Group>
  )
}

const viewNames = (): { value: View; label: string }[] => [
  { value: 'month', label: m.calendar_month() },
  { value: 'week', label: m.calendar_view_week() },
  { value: 'list', label: m.calendar_list() },
]

/** Heading of a view, such as `November 2026` or `Week 47 · 16–22 Nov 2026`. */
export function titleOf(view: View, day: string): string {
  if (view === 'month') return monthWords(day)
  if (view === 'list')
    return m.calendar_from({ date: formatDayIn(day, { day: 'numeric', month: 'short', year: 'numeric' }) })
  const monday = mondayOf(day)
  const range = formatDaysIn(monday, addDays(monday, 6), { day: 'numeric', month: 'short', year: 'numeric' })
  return `${m.calendar_week({ week: isoWeekOf(day) })} · ${range}`
}
