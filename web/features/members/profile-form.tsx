import type { Member } from '#contract/members/members.ts'
import { EditDialog } from '#web/forms/edit-dialog.tsx'
import { useEditedForm } from '#web/forms/edited-form.ts'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import { ImageField } from './image-field.tsx'
import { EditedForm } from '#web/forms/form-foot.tsx'
import { changedMeanwhile, profileErrors } from './profile-check.ts'
import { ProfileFields } from './profile-fields.tsx'
import { profileFields } from './profile-words.ts'
import { profileChanges, type ProfileValues, profileValues } from './profile-values.ts'
import { useLoadProfile, useSaveProfile } from './queries.ts'

interface Props {
  member: Member
  /** Makes the address required and focuses it. */
  addressRequired?: boolean
  onSaved: (member: Member) => void
  onCancel: () => void
  onDirtyChange?: (dirty: boolean) => void
  /** Wraps the fields in panels and adds the picture; not needed in a dialog. */
  inPanel?: boolean
}

/** A member's profile form. Errors never discard what was typed. */
export function ProfileForm({ member, addressRequired = false, onSaved, onCancel, onDirtyChange, inPanel }: Props) {
  const save = useSaveProfile()
  const load = useLoadProfile()
  const state = useEditedForm<ProfileValues, Member>({
    name: `profile ${member.id}`,
    record: member,
    versionOf: ({ updateDate }) => updateDate,
    fieldsOf: profileFields,
    valuesOf: (one) => profileValues(one ?? member),
    validate: (values, base) => profileErrors(values, base ?? member, addressRequired),
    send: (values, version) =>
      save.mutateAsync(profileChanges(values, { ...member, updateDate: String(version ?? member.updateDate) })),
    currentOf: changedMeanwhile(() => load.mutateAsync()),
    savedWords: () => m.profile_saved(),
    onSaved,
    onDirtyChange,
  })
  const fields = (
    <ProfileFields
      form={state.form}
      email={member.email}
      addressRequired={addressRequired}
      withComments={member.can.comment}
    />
  )
  return (
    <EditedForm
      large
      state={state}
      label={m.profile_form()}
      submitLabel={m.profile_save()}
      failedTitle={m.profile_not_saved()}
      onCancel={onCancel}
    >
      {inPanel ? (
        <>
          <Panel>
            <ImageField member={member} onChanged={state.takeVersion} />
          </Panel>
          <Panel>{fields}</Panel>
        </>
      ) : (
        fields
      )}
    </EditedForm>
  )
}

interface DialogProps {
  member: Member
  opened: boolean
  onClose: () => void
}

/** Asks for the address before something that needs it. The page below keeps its state. */
export function ProfileDialog({ member, opened, onClose }: DialogProps) {
  return (
    <EditDialog opened={opened} onClose={onClose} title={m.profile_dialog_title()} large>
      {({ onDone, ...form }) => <ProfileForm {...form} member={member} addressRequired onSaved={onDone} />}
    </EditDialog>
  )
}
