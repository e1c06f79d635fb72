import type { EditedEvent, eventFields } from '#contract/events/office.ts'
import type { useEditedForm } from '#web/forms/edited-form.ts'
import type { FieldsForm } from '#web/forms/fields.tsx'
import type { EventValues } from './event-values.ts'

export interface EventClub {
  readonly id: string
  readonly key: string
}

/** The form as its tabs need it. */
export interface Editor {
  readonly club: EventClub
  readonly event: EditedEvent
  readonly form: ReturnType<typeof useEditedForm<EventValues, EditedEvent>>['form']
  /** For the inputs of declared fields. */
  readonly fields: FieldsForm<typeof eventFields>
  /** The values as they are typed. */
  readonly typed: EventValues
  /** The sentence beside a field. */
  readonly problemAt: (path: string) => string | undefined
  /** Whoever has a place hears of a move when it is saved. */
  readonly tellGuests: boolean
  readonly onNotifyGuests: (notify: boolean) => void
  /** A part was saved on its own, such as the picture. */
  readonly onPartSaved: (event: EditedEvent) => void
}
