import { Button, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertCircle } from '@tabler/icons-react'
import { lazy, Suspense, useId, useState } from 'react'
import type { Member } from '#contract/members.ts'
import { ApiProblem } from '#web/api/client.ts'
import { problemText } from '#web/api/problem-text.ts'
import { focusFirstError } from '#web/ui/focus-first-error.ts'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { m } from '#words/messages.js'
import { profileErrors } from './profile-check.ts'
import { ProfileFields } from './profile-fields.tsx'
import { profileChanges, profileValues } from './profile-values.ts'
import { useLoadProfile, useSaveProfile } from './queries.ts'
import { useKeptValues } from './use-kept-values.ts'

// Two people seldom save the same profile at once.
const ProfileConflict = lazy(async () => ({ default: (await import('./profile-conflict.tsx')).ProfileConflict }))

interface Props {
  member: Member
  /** The member came here to complete the address: it may not stay empty. */
  addressRequired?: boolean
  onSaved: (member: Member) => void
  onCancel: () => void
  onDirtyChange?: (dirty: boolean) => void
  /** Puts the fields on a surface of their own; a dialog is one already. */
  inPanel?: boolean
}

/** A member's profile. Whatever goes wrong, what was typed stays. */
export function ProfileForm({
  member,
  addressRequired = false,
  onSaved,
  onCancel,
  onDirtyChange,
  inPanel = false,
}: Props) {
  // The version the form was loaded with; `member` may be newer once somebody else saved.
  const [base, setBase] = useState(member)
  const [conflict, setConflict] = useState<Member | null>(null)
  const formId = useId()
  const save = useSaveProfile()
  const load = useLoadProfile()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: profileValues(member),
    validate: (values) => profileErrors(values, base, addressRequired),
    validateInputOnBlur: false,
    onValuesChange: () => onDirtyChange?.(form.isDirty()),
  })
  useKeptValues(`profile ${member.id}`, form)

  async function submit(version: Member) {
    try {
      const saved = await save.mutateAsync(profileChanges(form.getValues(), version))
      onDirtyChange?.(false)
      showToast({ message: m.profile_saved() })
      onSaved(saved)
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      if (error.code === 'member_changed_meanwhile') {
        setConflict(await load.mutateAsync().catch(() => null))
        return
      }
      form.setErrors(Object.fromEntries(error.errors.map(({ path, message }) => [path, message])))
      focusFirstError(formId)
    }
  }

  function takeSaved(saved: Member) {
    form.setValues(profileValues(saved))
    form.resetDirty(profileValues(saved))
    onDirtyChange?.(false)
    settle(saved)
  }

  function settle(saved: Member) {
    setBase(saved)
    setConflict(null)
    save.reset()
  }

  const failure = save.error && !(conflict && isConflict(save.error)) ? save.error : null
  const fields = <ProfileFields form={form} email={member.email} addressRequired={addressRequired} />
  return (
    <form
      id={formId}
      noValidate
      aria-label={m.profile_form()}
      onSubmit={form.onSubmit(
        () => submit(base),
        () => focusFirstError(formId),
      )}
    >
      <Stack gap="lg">
        {inPanel ? <Panel>{fields}</Panel> : fields}
        {conflict && (
          <Suspense>
            <ProfileConflict
              typed={form.getValues()}
              saved={conflict}
              busy={save.isPending}
              onKeepTyped={() => {
                settle(conflict)
                void submit(conflict)
              }}
              onTakeSaved={() => takeSaved(conflict)}
            />
          </Suspense>
        )}
        {failure && (
          <Callout role="alert" color="red" icon={<IconAlertCircle />} title={m.profile_not_saved()}>
            {problemText(failure)}
          </Callout>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" size="md" onClick={onCancel} disabled={save.isPending}>
            {m.action_cancel()}
          </Button>
          <Button type="submit" size="md" loading={save.isPending || load.isPending}>
            {m.profile_save()}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const isConflict = (error: unknown) => error instanceof ApiProblem && error.code === 'member_changed_meanwhile'
