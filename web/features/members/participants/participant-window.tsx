import type { Member } from '#contract/members/members.ts'
import { m } from '#words/messages.js'
import { EditDialog } from '#web/forms/edit-dialog.tsx'
import { ParticipantForm } from './participant-form.tsx'

interface Props {
  /** The participant's guardian. */
  reader: Member
  opened: boolean
  onSaved: (participant: Member) => void
  onClose: () => void
}

/** Adds a participant in a dialog, so that the page below keeps its state. */
export function ParticipantWindow({ reader, opened, onSaved, onClose }: Props) {
  return (
    <EditDialog opened={opened} onClose={onClose} title={m.register_add_person_title()} large>
      {({ onDone, ...form }) => (
        <ParticipantForm
          {...form}
          reader={reader}
          participant={null}
          onSaved={(participant) => {
            onDone()
            onSaved(participant)
          }}
        />
      )}
    </EditDialog>
  )
}
