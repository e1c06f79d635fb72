import { type FormErrors, useForm } from '@mantine/form'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import type { Member } from '#contract/members.ts'
import { ApiProblem } from '#web/api/client.ts'
import { focusFirstError } from '#web/ui/fields/field-words.ts'
import { useErrorsInLanguage } from '#web/ui/language.tsx'
import { readValue, writeValue } from '#web/api/local-storage.ts'
import { currentSession } from '#web/api/session/session.ts'
import { differences, type ProfileValues } from './profile-values.ts'

interface MemberFormOptions {
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

/** What was typed and is not saved, with the version it was typed over; this tab keeps it over a reload. */
interface Kept<V> {
  readonly values: V
  /** The `updateDate` of the member the form began with; null for somebody new. */
  readonly version: string | null
}

const keyOf = (name: string) => `draft ${name}`

/** @param like values of the form: what lies in a browser may be another version's */
const readKept = <V extends object>(name: string, like: V): Kept<V> | null =>
  readValue('tab', keyOf(name), (value): value is Kept<V> => {
    const { values, version } = (value ?? {}) as Partial<Kept<unknown>>
    return hasShape(values, like) && (version === null || typeof version === 'string')
  })

const hasShape = (value: unknown, like: object): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(like).every(([name, known]: [string, unknown]) => {
    const field: unknown = Reflect.get(value, name)
    return known && typeof known === 'object' ? hasShape(field, known) : typeof field === typeof known
  })

const keepValues = <V>(name: string, kept: Kept<V>) => void writeValue('tab', keyOf(name), kept)

const forgetValues = (name: string) => void writeValue('tab', keyOf(name), null)

/**
 * Forgets what was kept once the form is left. A reload, and a session that ended over it, do not leave it.
 */
function useForgetOnLeaving(name: string): void {
  useEffect(
    () => () => {
      if (currentSession().status === 'signed-in') forgetValues(name)
    },
    [name],
  )
}
