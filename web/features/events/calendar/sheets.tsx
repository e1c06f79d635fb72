import '@mantine/schedule/styles.layer.css'
import 'dayjs/locale/da'
import { Box, type BoxProps, rem } from '@mantine/core'
import { DatesProvider } from '@mantine/dates'
import {
  MobileMonthView,
  MonthView,
  type ScheduleEventData,
  type ScheduleLabelsOverride,
  WeekView,
} from '@mantine/schedule'
import { IconTicket } from '#web/ui/icons/index.ts'
import { type ComponentPropsWithoutRef, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { PlainLink } from '#web/ui/link.tsx'
import { clockOf, formatDayIn, today } from '#web/ui/words/format.ts'
import { Own } from '#web/ui/own-text.tsx'
import { m } from '#words/messages.js'
import { getLocale } from '#words/runtime.js'
import { isoWeekOf, monthStart } from '../days.ts'
import styles from './calendar.module.css'
import { type CalendarEntry, dayWords, entriesOn, entryWords, scheduled } from './entries.ts'
import { dayAfterKey } from './views.ts'

interface Props {
  readonly day: string
  readonly entries: readonly CalendarEntry[]
  readonly label: string
}

interface MonthProps extends Props {
  readonly onDay: (day: string) => unknown
  readonly onWeek: (day: string) => unknown
}

/** A month: events by name, on phones as dots. */
export function Month({ day, entries, label, onDay, onWeek }: MonthProps) {
  const { sheet, onKeyDown } = useDayKeys(day, onDay)
  const now = today()
  const shared = {
    date: day,
    withWeekNumbers: true,
    // Today by the clubs' clock, not the browser's.
    highlightToday: false,
    labels: labels(),
    getDayProps: (one: string) => {
      const count = entriesOn(entries, one).length
      return {
        'data-day': one,
        'aria-label': count > 0 ? m.calendar_day_with({ date: dayWords(one), count }) : dayWords(one),
        'aria-current': one === now ? 'date' : undefined,
        'aria-pressed': one === day,
        // The mobile view sets it, but it isn't allowed on buttons.
        'aria-selected': undefined,
      }
    },
    getWeekNumberProps: (monday: string) => ({ 'aria-label': m.calendar_week({ week: isoWeekOf(monday) }) }),
    onDayClick: onDay,
    onWeekNumberClick: onWeek,
  }
  const start = monthStart(day)
  // The mobile view omits events that began before the month.
  const begun = entries.map((entry) => (entry.firstDay < start ? { ...entry, start: `${start} 00:00:00` } : entry))
  return (
    <InDanishOrEnglish>
      <div ref={sheet} role="group" aria-label={label} onKeyDownCapture={onKeyDown}>
        <MonthView
          {...shared}
          visibleFrom="sm"
          withHeader={false}
          weekdayFormat={shortWeekday}
          maxEventsPerDay={3}
          events={scheduled(entries)}
          renderEvent={(event, props) => <EntryLink entry={event.payload as CalendarEntry} {...props} />}
          renderEventBody={EntryBody}
          moreEventsProps={{
            popoverProps: { returnFocus: true },
            classNames: { moreEventsButton: styles.more ?? '', moreEventsDropdown: styles.moreList ?? '' },
          }}
          classNames={{
            monthView: styles.month ?? '',
            monthViewDay: styles.day ?? '',
            monthViewWeekNumber: styles.week ?? '',
          }}
        />
        <MobileMonthView
          {...shared}
          hiddenFrom="sm"
          selectedDate={day}
          events={scheduled(begun)}
          // The calendar renders its own header and the selected day.
          renderHeader={() => null}
          classNames={{
            mobileMonthView: styles.phone ?? '',
            mobileMonthViewCalendar: styles.phoneDays ?? '',
            mobileMonthViewHeader: styles.left ?? '',
            mobileMonthViewEventsList: styles.left ?? '',
            mobileMonthViewDay: styles.day ?? '',
            mobileMonthViewWeekNumber: styles.phoneWeek ?? '',
            mobileMonthViewDayIndicator: styles.phoneDot ?? '',
          }}
        />
      </div>
    </InDanishOrEnglish>
  )
}

/** A week by hour, from 7:00 unless something starts earlier. */
export function Week({ day, entries, label }: Props) {
  const timed = entries.filter(({ time, firstDay, lastDay }) => time !== null && firstDay === lastDay)
  const early = timed.some(({ start }) => start.slice(11) < morning)
  return (
    <InDanishOrEnglish>
      <WeekView
        visibleFrom="sm"
        role="group"
        aria-label={label}
        date={day}
        withHeader={false}
        highlightToday
        getCurrentTime={() => clockOf(new Date())}
        withCurrentTimeBubble={false}
        startTime={early ? '00:00:00' : morning}
        slotHeight={rem(40)}
        allDaySlotHeight={rem(52)}
        labels={labels()}
        weekdayFormat={shortWeekday}
        slotLabelFormat={getLocale() === 'da' ? 'HH.mm' : 'HH:mm'}
        events={scheduled(entries)}
        renderEvent={(event, props) => <EntryLink entry={event.payload as CalendarEntry} dated {...props} />}
        renderEventBody={EntryBody}
        // Buttons for creating events, which we don't need; their labels are plain numbers.
        attributes={{ weekViewDayLabel: { inert: true }, weekViewDaySlot: { inert: true } }}
        className={styles.hours ?? ''}
      />
    </InDanishOrEnglish>
  )
}

const morning = '07:00:00'

const InDanishOrEnglish = ({ children }: { children: ReactNode }) => (
  <DatesProvider settings={{ locale: getLocale(), firstDayOfWeek: 1, weekendDays: [6, 0] }}>{children}</DatesProvider>
)

const labels = (): ScheduleLabelsOverride => ({
  allDay: m.calendar_all_day(),
  week: m.calendar_view_week(),
  noEvents: m.calendar_nothing(),
  moreLabel: (count) => m.calendar_more({ count }),
})

const shortWeekday = (day: string) => formatDayIn(day.slice(0, 10), { weekday: 'short' })

type EntryLinkProps = ComponentPropsWithoutRef<'button'> & {
  entry: CalendarEntry
  dated?: boolean
  mod?: BoxProps['mod']
}

const EntryLink = ({ entry, dated = false, className, style, mod, children }: EntryLinkProps) => (
  <Box
    component={PlainLink}
    to={entry.to}
    mod={mod}
    className={`${className} ${styles.link}`}
    style={style}
    aria-label={entryWords(entry, dated)}
    title={entryWords(entry)}
  >
    {children}
  </Box>
)

const EntryBody = ({ payload }: ScheduleEventData) => {
  const entry = payload as CalendarEntry
  const { names, time, mark } = entry
  return (
    <>
      {names.length > 0 && <IconTicket size={13} stroke={2} aria-hidden className={styles.ticket} />}
      {mark?.icon}
      {time} <Own of={entry} field="title" />
    </>
  )
}

/** Roving tabindex: arrows, Home, End and page keys select another day, also across months. */
function useDayKeys(day: string, choose: (day: string) => void) {
  const sheet = useRef<HTMLDivElement>(null)
  // Selected by the last key, until the page follows: the next key continues from here.
  const wanted = useRef<string>(null)
  useLayoutEffect(() => {
    // The kit makes the first day the tab stop.
    for (const one of sheet.current?.querySelectorAll<HTMLElement>('[data-day]') ?? [])
      one.tabIndex = one.dataset.day === day ? 0 : -1
  })
  useLayoutEffect(() => {
    if (wanted.current !== day) return
    wanted.current = null
    for (const one of sheet.current?.querySelectorAll<HTMLElement>(`[data-day="${day}"]`) ?? []) one.focus()
  }, [day])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.target as HTMLElement).dataset.day) return
    const next = dayAfterKey(event.key, wanted.current ?? day)
    if (next === null) return
    event.preventDefault()
    event.stopPropagation()
    wanted.current = next
    choose(next)
  }
  return { sheet, onKeyDown }
}
