import { Alert, Anchor, Checkbox, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { isMoved } from '#contract/event-move.ts'
import { type EventFields, LocalTime } from '#contract/office-events.ts'
import { mapUrl } from '#web/ui/cards/facts.tsx'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { TextInput } from '#web/ui/fields/text-field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { timeZones } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import type { Editor } from './editor.ts'
import { fieldsOf } from './event-values.ts'

/** Times, all local to the place, and the place. */
export function WhenTab({ form, typed, problemAt, event, tellGuests, onTellGuests }: Editor) {
  const text = (path: 'placeDa' | 'placeEn' | 'address' | 'timeZone') => ({
    ...form.getInputProps(path),
  })
  const time = (path: 'startsAt' | 'endsAt' | 'doorsAt') => ({
    type: 'datetime-local',
    size: 'md' as const,
    ...form.getInputProps(path),
    error: problemAt(path),
  })
  const starts = time('startsAt')
  /** The end moves with the start, so that the event lasts as long as before. */
  const onStart = (change: React.ChangeEvent<HTMLInputElement>) => {
    const { startsAt: before, endsAt } = form.getValues()
    starts.onChange(change)
    const moved = movedBy(endsAt, before, form.getValues().startsAt)
    if (moved) form.setFieldValue('endsAt', moved)
  }
  const taken = event.sold + event.held
  const isAsked = event.status === 'published' && taken > 0 && isTimed(typed) && movesGuests(event, fieldsOf(typed))
  return (
    <>
      {isAsked && (
        <Alert
          color="fjord"
          icon={<IconMailForward size={22} stroke={1.7} />}
          title={m.event_edit_move_title({ count: taken })}
          mb="lg"
          role="status"
        >
          <Stack gap="xs">
            <Checkbox
              label={m.event_edit_move_tell()}
              checked={tellGuests}
              onChange={({ currentTarget: { checked } }) => onTellGuests(checked)}
            />
            <Text size="sm">{tellGuests ? m.event_edit_move_text() : m.event_edit_move_silent()}</Text>
          </Stack>
        </Alert>
      )}
      <Panel title={m.event_time()}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <TextInput
            required
            withAsterisk
            label={m.event_edit_starts()}
            key={form.key('startsAt')}
            {...starts}
            onChange={onStart}
          />
          <TextInput required withAsterisk label={m.event_edit_ends()} key={form.key('endsAt')} {...time('endsAt')} />
          <TextInput
            label={m.event_edit_doors()}
            description={m.event_edit_optional()}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            key={form.key('doorsAt')}
            {...time('doorsAt')}
          />
          <ChoiceField
            label={m.event_edit_zone()}
            description={m.event_edit_zone_hint()}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={zones(typed.timeZone)}
            key={form.key('timeZone')}
            {...text('timeZone')}
            error={problemAt('timeZone')}
          />
        </SimpleGrid>
      </Panel>
      <Panel title={m.event_place()} mt="lg">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <TextInput
            size="md"
            lang="da"
            limit={120}
            label={m.event_edit_place_da()}
            key={form.key('placeDa')}
            {...text('placeDa')}
          />
          <TextInput
            size="md"
            lang="en"
            limit={120}
            label={m.event_edit_place_en()}
            description={
              typed.placeDa.trim() !== '' && typed.placeEn.trim() === '' ? m.event_edit_untranslated() : undefined
            }
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            key={form.key('placeEn')}
            {...text('placeEn')}
          />
          <TextInput
            size="md"
            limit={200}
            label={m.event_edit_address()}
            description={m.event_edit_address_hint()}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            key={form.key('address')}
            {...text('address')}
          />
        </SimpleGrid>
        {typed.address.trim() !== '' && (
          <Anchor href={mapUrl(typed.address)} target="_blank" rel="noopener noreferrer" size="sm" fw={600}>
            {m.event_map()}
          </Anchor>
        )}
      </Panel>
    </>
  )
}

/** Whether guests hear of a change: of one that is a move, or becomes one with small ones before it. */
const movesGuests = ({ fields, knownAs }: Editor['event'], typed: EventFields): boolean =>
  isMoved(fields, typed) ||
  (knownAs !== null &&
    isMoved(knownAs, typed) &&
    (fields.startsAt !== typed.startsAt || fields.endsAt !== typed.endsAt))

const isTimed = ({ startsAt, endsAt }: Editor['typed']) =>
  [startsAt, endsAt].every((one) => LocalTime.safeParse(one).success)

const zones = (current: string) => [...new Set(['Europe/Copenhagen', current, ...timeZones()])]

/** A local time, moved by as much as another was; null where one of them is none. */
function movedBy(local: string, from: string, to: string): string | null {
  if (![local, from, to].every((one) => LocalTime.safeParse(one).success)) return null
  const at = (one: string) => Date.parse(`${one}:00Z`)
  return new Date(at(local) + at(to) - at(from)).toISOString().slice(0, 16)
}
