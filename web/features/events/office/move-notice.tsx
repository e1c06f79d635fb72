import { Alert, Checkbox, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconMailForward } from '#web/ui/icons/index.ts'
import { isMoved, keepUntilOf, leastOf, moveFields } from '#contract/events/move.ts'
import type { EditedEvent, EventFields } from '#contract/events/office.ts'
import { FieldInput, type LabelsOf, readTyped, rowForm } from '#web/forms/fields.tsx'
import { today } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import type { SavedNotice } from './queries.ts'

/** The notice to the guests of an event that is saved at another time or place. */
export interface MoveNotice {
  /** Null: of a move, and not of a smaller change. */
  readonly tell: boolean | null
  readonly moveTextDa: string
  readonly moveTextEn: string
  /** Until which day they can have their money back; null: as by default; blank: they are not asked. */
  readonly keepUntil: string | null
}

export const noNotice: MoveNotice = { tell: null, moveTextDa: '', moveTextEn: '', keepUntil: null }

/** The day that is shown: the typed one, or the one by default. */
const keepDay = ({ keepUntil }: MoveNotice, { startsAt }: EventFields) =>
  keepUntil ?? keepUntilOf(startsAt, today()) ?? ''

/** The notice as a save sends it. */
export function sentNotice(event: EditedEvent, typed: EventFields, notice: MoveNotice): SavedNotice {
  const { tell } = notice
  if (tell === false) return { tellGuests: false }
  const moves = movesGuests(event, typed)
  if (!moves && tell !== true) return {}
  const { moveText, keepUntil } = readTyped(moveFields, { ...notice, keepUntil: moves ? keepDay(notice, typed) : '' })
  return {
    ...(tell === true && { tellGuests: true }),
    ...(moveText.da && { moveText }),
    ...(keepUntil && { keepUntil }),
  }
}

/** Whether guests are notified of a change: of one that is a move, or becomes one with small ones before it. */
const movesGuests = ({ fields, knownAs, status, sold, held }: EditedEvent, typed: EventFields): boolean =>
  status === 'published' &&
  sold + held > 0 &&
  (isMoved(fields, typed) ||
    (knownAs !== null &&
      isMoved(knownAs, typed) &&
      (fields.startsAt !== typed.startsAt || fields.endsAt !== typed.endsAt)))

const labels: LabelsOf<typeof moveFields> = {
  moveTextDa: m.event_edit_move_words_da,
  moveTextEn: m.event_edit_move_words_en,
  keepUntil: m.event_edit_move_keep_until,
}

interface Props {
  readonly event: EditedEvent
  /** As they are typed. */
  readonly fields: EventFields
  /** Other dates of its series change, too. */
  readonly withOthers: boolean
  readonly notice: MoveNotice
  readonly onNotice: (change: Partial<MoveNotice>) => void
  readonly problemAt: (path: string) => string | undefined
}

/** Asks what the guests of a moved event read, and until when they can have their money back. */
export function MoveNoticeFields({ event, fields, withOthers, notice, onNotice, problemAt }: Props) {
  if (!movesGuests(event, fields))
    return isMoved(event.fields, fields, leastOf(true)) ? (
      <Checkbox
        mb="lg"
        label={m.event_edit_small_move_tell()}
        checked={notice.tell === true}
        onChange={({ currentTarget: { checked } }) => onNotice({ tell: checked ? true : null })}
      />
    ) : null
  const notifies = notice.tell !== false
  const typed = { ...notice, keepUntil: keepDay(notice, fields) }
  const of = { ...rowForm({ fields: moveFields, labels, path: '' }, typed, onNotice, problemAt), typed }
  return (
    <Alert
      color="fjord"
      icon={<IconMailForward size={22} stroke={1.7} />}
      title={m.event_edit_move_title({ count: event.sold + event.held })}
      mb="lg"
      role="status"
    >
      <Stack gap="sm">
        <Checkbox
          label={m.event_edit_move_tell()}
          checked={notifies}
          onChange={({ currentTarget: { checked } }) => onNotice({ tell: checked ? null : false })}
        />
        <Text size="sm">{notifies ? m.event_edit_move_text() : m.event_edit_move_silent()}</Text>
        {notifies && withOthers && <Text size="sm">{m.event_edit_move_series()}</Text>}
        {notifies && (
          <>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
              <FieldInput of={of} name="moveText" hintEn={m.event_cancel_text_en_hint()} />
            </SimpleGrid>
            <FieldInput of={of} name="keepUntil" maw={320} hint={m.event_edit_move_keep_until_hint()} />
          </>
        )}
      </Stack>
    </Alert>
  )
}
