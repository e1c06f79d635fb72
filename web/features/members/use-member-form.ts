import { useForm, type FormErrors } from '@mantine/form'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import type { Member } from '#contract/members.ts'
import { ApiProblem } from '#web/api/client.ts'
import { focusFirstError } from '#web/ui/fields/focus-first-error.ts'
import { useErrorsInLanguage } from '#web/ui/language.tsx'
import { differences, type ProfileValues } from './profile-values.ts'
import { forgetValues, keepValues, readKept, useForgetOnLeaving } from './use-kept-values.ts'

export interface MemberFormOptions {
  /** Under which what was typed is kept for this tab. */
  readonly name: string
  /** The person as they were loaded; null for somebody new. */
  readonly member: Member | null
  readonly valuesOf: (member: Member | null) => ProfileValues
  readonly validate: (values: ProfileValues, base: Member | null) => FormErrors
  readonly send: (values: ProfileValues, base: Member | null) => Promise<Member>
  /** The person as the server has them now; null when that cannot be said. */
  readonly load: () => Promise<Member | null>
  readonly onSaved: (member: Member) => void
  readonly onDirtyChange?: ((dirty: boolean) => void) | undefined
}

/**
 * A form about a person. Whatever goes wrong, what was typed stays: over a refusal, a reload, a change of language, and
 * when somebody else saved the person meanwhile.
 */
export function useMemberForm(options: MemberFormOptions) {
  const { name, member, valuesOf, onDirtyChange } = options
  const [initial] = useState(() => valuesOf(member))
  const [kept] = useState(() => readKept(name, initial))
  // The version the form was loaded with; `member` may be newer once somebody else saved.
  const [base, setBase] = useState(() => (member && kept ? { ...member, updateDate: kept.version ?? '' } : member))
  const [conflict, setConflict] = useState<Member | null>(null)
  const [failure, setFailure] = useState<ApiProblem | null>(null)
  const [busy, setBusy] = useState(false)
  const formId = useId()
  const form = useForm<ProfileValues, ProfileValues>({
    mode: 'uncontrolled',
    initialValues: kept ? { ...initial, ...kept.values } : initial,
    initialDirty: kept ? { firstName: true } : {},
    validate: (values) => options.validate(values, base),
    validateInputOnBlur: false,
    onValuesChange: (values) => {
      const dirty = differences(values, initial).length > 0
      onDirtyChange?.(dirty)
      if (dirty) keepValues(name, { values, version: base?.updateDate ?? null })
      else forgetValues(name)
    },
  })
  useErrorsInLanguage(form, () => options.validate(form.getValues(), base))
  useForgetOnLeaving(name)
  // What was taken back from before a reload is not saved either.
  const tellKept = useEffectEvent(() => {
    if (kept) onDirtyChange?.(true)
  })
  useEffect(() => tellKept(), [])

  async function submit(over: Member | null) {
    setBusy(true)
    setFailure(null)
    try {
      const saved = await options.send(form.getValues(), over)
      forgetValues(name)
      onDirtyChange?.(false)
      options.onSaved(saved)
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      const now = isConflict(error) ? await options.load().catch(() => null) : null
      setConflict(now)
      if (!now) setFailure(error)
      form.setErrors(Object.fromEntries(error.errors.map(({ path, message }) => [path, message])))
      focusFirstError(formId)
    } finally {
      setBusy(false)
    }
  }

  function settle(saved: Member) {
    setBase(saved)
    setConflict(null)
    setFailure(null)
  }

  return {
    form,
    formId,
    busy,
    conflict,
    failure,
    submit: form.onSubmit(
      () => void submit(base),
      () => focusFirstError(formId),
    ),
    keepTyped: (saved: Member) => {
      settle(saved)
      void submit(saved)
    },
    takeSaved: (saved: Member) => {
      form.setValues(valuesOf(saved))
      form.resetDirty(valuesOf(saved))
      forgetValues(name)
      onDirtyChange?.(false)
      settle(saved)
    },
    /** A picture was saved by itself: it is a newer version of the same person. */
    takeVersion: (saved: Member) => {
      if (base && differences(valuesOf(base), valuesOf(saved)).length === 0) setBase(saved)
    },
  }
}

const isConflict = (error: unknown) => error instanceof ApiProblem && error.code === 'member_changed_meanwhile'
