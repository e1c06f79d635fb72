import { ActionIcon, Button, Title, VisuallyHidden } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Fragment, useId } from 'react'
import { today } from '#web/ui/words/format.ts'
import { useChosen } from '#web/ui/use-chosen.ts'
import { m } from '#words/messages.js'
import styles from './calendar.module.css'
import { stepped, type View } from './calendar-grid.ts'
import { titleOf } from './words.ts'
import type { useCalendar } from './use-calendar.ts'

/** Which days are shown, and how. They answer at once; the sheet, which takes longer to draw, follows. */
export function CalendarTools({ show, ...inAddress }: ReturnType<typeof useCalendar>) {
  const [{ view, day }, choose] = useChosen<{ view: View; day: string }>(inAddress, show)
  const name = useId()
  const views: readonly (readonly [View, string])[] = [
    ['month', m.calendar_month()],
    ['week', m.calendar_view_week()],
    ['list', m.calendar_list()],
  ]
  return (
    <div className={styles.tools}>
      <div className={styles.steps}>
        <ActionIcon
          variant="default"
          aria-label={m.calendar_before()}
          onClick={() => choose({ view, day: stepped(view, day, -1) })}
        >
          <IconChevronLeft size={18} stroke={1.7} />
        </ActionIcon>
        <Title order={2} size="h3" className={styles.title} aria-live="polite">
          {titleOf(view, day)
            .split(' · ')
            .map((part, at) => (
              <Fragment key={part}>
                {at > 0 && <span className={styles.dot}> · </span>}
                <span>{part}</span>
              </Fragment>
            ))}
        </Title>
        <ActionIcon
          variant="default"
          aria-label={m.calendar_after()}
          onClick={() => choose({ view, day: stepped(view, day, 1) })}
        >
          <IconChevronRight size={18} stroke={1.7} />
        </ActionIcon>
        <Button variant="default" onClick={() => choose({ view, day: today() })}>
          {m.calendar_today()}
        </Button>
      </div>
      <fieldset className={styles.views}>
        <VisuallyHidden component="legend">{m.calendar_view()}</VisuallyHidden>
        {views.map(([value, words]) => (
          <label key={value} className={styles.view}>
            <input
              type="radio"
              name={name}
              checked={view === value}
              onChange={() => choose({ view: value, day })}
              className={styles.radio}
            />
            <span>{words}</span>
          </label>
        ))}
      </fieldset>
    </div>
  )
}
