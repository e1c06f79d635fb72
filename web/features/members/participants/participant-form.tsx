import { Switch } from '@mantine/core'
import { schemaResolver } from '@mantine/form'
import { useState } from 'react'
import type { Member, MemberChanges } from '#contract/members/members.ts'
import { ParticipantFields } from '#contract/members/family.ts'
import { useEditedForm } from '#web/forms/edited-form.ts'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import { ImageField } from '../image-field.tsx'
import { EditedForm } from '#web/forms/form-foot.tsx'
import { ProfileFields } from '../profile-fields.tsx'
import { useLoadParticipant, useSaveParticipant } from '../queries.ts'
import { profileFields } from '../profile-words.ts'
import { personFields, profileChanges, profileValues, type ProfileValues } from '../profile-values.ts'
import { addressErrors, birthdayErrors, byChanges, changedMeanwhile } from '../profile-check.ts'

interface Props {
  /** The guardian, whose address the participant may share. */
  reader: Member
  participant: Member | null
  onSaved: (participant: Member) => void
  onCancel: () => void
  onDirtyChange: (dirty: boolean) => void
}

/** Form for a child or another person without a sign-in. */
export function ParticipantForm({ reader, participant, onSaved, onCancel, onDirtyChange }: Props) {
  const { add, change } = useSaveParticipant(reader.id)
  const load = useLoadParticipant(reader.id)
  const state = useEditedForm<ProfileValues, Member>({
    name: `participant ${participant?.id ?? 'new'} of ${reader.id}`,
    record: participant,
    versionOf: ({ updateDate }) => updateDate,
    fieldsOf: (values) =>
      profileFields(values.livesWithMe ? { ...values, address: profileValues(reader).address } : values),
    valuesOf: (one) => participantValues(one, reader),
    validate: (values, base) => participantErrors(values, base, reader),
    send: (values, version) =>
      participant
        ? change.mutateAsync(
            participantChanges(
              values,
              { ...participant, updateDate: String(version ?? participant.updateDate) },
              reader,
            ),
          )
        : add.mutateAsync(participantFields(values)),
    currentOf: changedMeanwhile(() => load(participant?.id ?? '')),
    savedWords: ({ firstName: name }) => (participant ? m.participant_saved({ name }) : m.participant_added({ name })),
    onSaved,
    onDirtyChange,
  })
  const { form } = state
  const [livesWithMe, setLivesWithMe] = useState(() => form.getValues().livesWithMe)
  const changeLivesWithMe = (checked: boolean) => {
    form.setFieldValue('livesWithMe', checked)
    setLivesWithMe(checked)
  }
  return (
    <EditedForm
      large
      state={{
        ...state,
        takeSaved: (saved) => {
          state.takeSaved(saved)
          setLivesWithMe(participantValues(saved, reader).livesWithMe)
        },
        saveChosen: (saved, taken) => {
          if (taken.some((path) => path.startsWith('address.'))) changeLivesWithMe(false)
          state.saveChosen(saved, taken)
        },
      }}
      label={m.participant_form()}
      submitLabel={participant ? m.participant_save() : m.participants_add()}
      failedTitle={m.participant_not_saved()}
      onCancel={onCancel}
    >
      {participant && (
        <Panel>
          <ImageField member={participant} onChanged={state.takeVersion} />
        </Panel>
      )}
      <Panel>
        <ProfileFields
          form={form}
          aboveAddress={
            <Switch
              label={m.participant_lives_with_me()}
              checked={livesWithMe}
              onChange={({ currentTarget }) => changeLivesWithMe(currentTarget.checked)}
            />
          }
          withAddress={!livesWithMe}
          withComments={participant?.can.comment ?? false}
        />
      </Panel>
    </EditedForm>
  )
}

const participantFields = (values: ProfileValues): ParticipantFields => ({
  ...personFields(values),
  ...(values.livesWithMe && { address: null }),
})

/** Form values. New participants, and those with the guardian's address, live with the guardian. */
function participantValues(participant: Member | null, reader: Member): ProfileValues {
  const own = profileValues(reader).address
  if (!participant) {
    const none = {
      firstName: '',
      lastName: reader.lastName,
      phone: '',
      gender: '',
      dateOfBirth: '',
      language: '',
    } as const
    return { ...none, address: own, comments: '', livesWithMe: true }
  }
  const values = profileValues(participant)
  const same = Object.entries(own).every(
    ([name, line]) => values.address[name as keyof typeof own].trim() === line.trim(),
  )
  return { ...values, livesWithMe: same || participant.address === null }
}

/** Changes to send, with the guardian's address if they live together. */
function participantChanges(values: ProfileValues, participant: Member, reader: Member): MemberChanges {
  const address = values.livesWithMe ? profileValues(reader).address : values.address
  return profileChanges({ ...values, address }, participant)
}

const byFields = schemaResolver(ParticipantFields, { sync: true })

/** Validation errors by field. A new participant needs both names. */
const participantErrors = (values: ProfileValues, participant: Member | null, reader: Member) => ({
  ...(!values.livesWithMe && addressErrors(values, false)),
  ...(participant ? byChanges(participantChanges(values, participant, reader)) : byFields(participantFields(values))),
  ...birthdayErrors(values),
})
