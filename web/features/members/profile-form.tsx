import type { Member } from '#contract/members.ts'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { ImageField } from './image-field.tsx'
import { MemberForm } from './member-form.tsx'
import { profileErrors } from './profile-check.ts'
import { ProfileFields } from './profile-fields.tsx'
import { profileChanges, profileValues } from './profile-values.ts'
import { useLoadProfile, useSaveProfile } from './queries.ts'
import { useMemberForm } from './use-member-form.ts'

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
  const state = useMemberForm({
    name: `profile ${member.id}`,
    member,
    valuesOf: (one) => profileValues(one ?? member),
    validate: (values, base) => profileErrors(values, base ?? member, addressRequired),
    send: (values, base) => save.mutateAsync(profileChanges(values, base ?? member)),
    load: () => load.mutateAsync(),
    onSaved: (saved) => {
      showToast({ message: m.profile_saved() })
      onSaved(saved)
    },
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
    <MemberForm
      state={state}
      label={m.profile_form()}
      typed={() => state.form.getValues()}
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
    </MemberForm>
  )
}
