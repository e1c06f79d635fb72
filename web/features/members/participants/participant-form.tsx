import { Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { Member } from '#contract/members.ts'
import { Panel } from '#web/ui/panel.tsx'
import { SwitchField } from '#web/ui/fields/switch-field.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { PictureField } from '../picture-field.tsx'
import { MemberForm } from '../member-form.tsx'
import { participantErrors } from './participant-check.ts'
import { ProfileFields } from '../profile-fields.tsx'
import { useLoadParticipant, useSaveParticipant } from './participant-queries.ts'
import { participantChanges, participantFields, participantValues } from './participant-values.ts'
import { profileValues } from '../profile-values.ts'
import { useMemberForm } from '../use-member-form.ts'

interface Props {
  /** Who looks after the participant, and whose address they may have. */
  reader: Member
  /** Null: a new one. */
  participant: Member | null
  onSaved: (participant: Member) => void
  onCancel: () => void
  onDirtyChange: (dirty: boolean) => void
}

/** A child, or anybody without a sign-in, of whom the reader takes care. */
export function ParticipantForm({ reader, participant, onSaved, onCancel, onDirtyChange }: Props) {
  const { add, change } = useSaveParticipant(reader.id)
  const load = useLoadParticipant(reader.id)
  const state = useMemberForm({
    name: `participant ${participant?.id ?? 'new'} of ${reader.id}`,
    member: participant,
    valuesOf: (one) => participantValues(one, reader),
    validate: (values, base) => participantErrors(values, base, reader),
    send: (values, base) =>
      base ? change.mutateAsync(participantChanges(values, base, reader)) : add.mutateAsync(participantFields(values)),
    load: () => load(participant?.id ?? ''),
    onSaved: (saved) => {
      const name = saved.firstName
      showToast({ message: participant ? m.participant_saved({ name }) : m.participant_added({ name }) })
      onSaved(saved)
    },
    onDirtyChange,
  })
  const { form } = state
  const [livesWithMe, setLivesWithMe] = useState(() => form.getValues().livesWithMe)
  const chooseLives = (checked: boolean) => {
    form.setFieldValue('livesWithMe', checked)
    setLivesWithMe(checked)
  }
  const typed = () => {
    const values = form.getValues()
    return values.livesWithMe ? { ...values, livesWithMe: false, address: profileValues(reader).address } : values
  }
  return (
    <MemberForm
      state={{
        ...state,
        takeSaved: (saved) => {
          state.takeSaved(saved)
          setLivesWithMe(participantValues(saved, reader).livesWithMe)
        },
      }}
      label={m.participant_form()}
      typed={typed}
      submitLabel={participant ? m.participant_save() : m.participants_add()}
      failedTitle={m.participant_not_saved()}
      onCancel={onCancel}
    >
      {participant && (
        <Panel>
          <PictureField member={participant} onChanged={state.takeVersion} />
        </Panel>
      )}
      <Panel>
        <ProfileFields
          form={form}
          aboveAddress={
            <Group wrap="nowrap" gap="sm">
              <SwitchField label={m.participant_lives_with_me()} checked={livesWithMe} onChange={chooseLives} />
              {/* The switch says the same to screen readers. */}
              <Text aria-hidden>{m.participant_lives_with_me()}</Text>
            </Group>
          }
          withAddress={!livesWithMe}
          withComments={participant?.can.comment ?? false}
        />
      </Panel>
    </MemberForm>
  )
}
