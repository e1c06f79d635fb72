import { Anchor } from '@mantine/core'
import { useRef } from 'react'
import { LocalTime } from '#contract/fields.ts'
import { FieldPanel } from '#web/forms/fields.tsx'
import { mapUrl } from '#web/ui/cards/facts.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { timeZones } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import type { Editor } from './event-form.ts'
import { fieldsOf } from './event-values.ts'
import { MoveNoticeFields } from './move-notice.tsx'

/** Times, all local to the place, and the place. */
export function WhenTab({ form, typed, fields, event, scope, notice, onNotice, problemAt }: Editor) {
  const starts = form.getInputProps('startsAt')
  // While a year is typed, the browser reports others before it.
  const lastStart = useRef('')
  /** The end moves with the start, so that the event lasts as long as before. */
  const onStart = (change: unknown) => {
    const { startsAt: before, endsAt } = form.getValues()
    if (isTime(before)) lastStart.current = before
    starts.onChange(change)
    const moved = movedBy(endsAt, lastStart.current, form.getValues().startsAt)
    if (moved) form.setFieldValue('endsAt', moved)
  }
  const times: Editor['fields'] = {
    ...fields,
    form: {
      key: form.key,
      getInputProps: (path, options) =>
        path === 'startsAt' ? { ...starts, onChange: onStart } : form.getInputProps(path, options),
    },
  }
  const isTaken = event.status === 'published' && event.sold + event.held > 0 && isTimed(typed)
  return (
    <>
      {isTaken && (
        <MoveNoticeFields
          {...{ event, notice, onNotice, problemAt }}
          withOthers={scope !== 'one'}
          fields={fieldsOf(typed)}
        />
      )}
      <Panel title={m.event_time()}>
        <FieldPanel
          of={times}
          panel="when"
          hints={{ doorsAt: m.event_edit_optional(), timeZone: m.event_edit_zone_hint() }}
          choices={{ timeZone: zones(typed.timeZone).map((value) => ({ value, label: value })) }}
        />
      </Panel>
      <Panel title={m.event_place()} mt="lg">
        <FieldPanel of={fields} panel="place" hints={{ address: m.event_edit_address_hint() }} />
        {typed.address.trim() !== '' && (
          <Anchor href={mapUrl(typed.address)} target="_blank" rel="noopener noreferrer" size="sm" fw={600}>
            {m.event_map()}
          </Anchor>
        )}
      </Panel>
    </>
  )
}

const isTime = (local: string) => LocalTime.safeParse(local).success
const isTimed = ({ startsAt, endsAt }: Editor['typed']) => isTime(startsAt) && isTime(endsAt)

const zones = (current: string) => [...new Set(['Europe/Copenhagen', current, ...timeZones()])]

/** A local time, moved by as much as another was; null where one of them is none. */
function movedBy(local: string, from: string, to: string): string | null {
  if (![local, from, to].every(isTime)) return null
  const at = (one: string) => Date.parse(`${one}:00Z`)
  return new Date(at(local) + at(to) - at(from)).toISOString().slice(0, 16)
}
