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
  /** Key of the draft in this tab. */
  readonly name: string
  /** The person as loaded; null for a new one. */
  readonly member: Member | null
  readonly valuesOf: (member: Member | null) => ProfileValues
  readonly validate: (values: ProfileValues, base: Member | null) => FormErrors
  readonly send: (values: ProfileValues, base: Member | null) => Promise<Member>
  /** Fetches the current version; null if unknown. */
  readonly load: () => Promise<Member | null>
  readonly onSaved: (member: Member) => void
  readonly onDirtyChange?: ((dirty: boolean) => void) | undefined
}

/** A form for a person. Typed values survive errors, reloads, language changes and edits by somebody else. */
export function useMemberForm(options: MemberFormOptions) {
  const { name, member, valuesOf, onDirtyChange } = options
  const [initial] = useState(() => valuesOf(member))
  const [draft] = useState(() => readDraft(name, initial))
  // The version that the form was loaded with; `member` may be newer.
  const [base, setBase] = useState(() => (member && draft ? { ...member, updateDate: draft.version ?? '' } : member))
  const [conflict, setConflict] = useState<Member | null>(null)
  const [failure, setFailure] = useState<ApiProblem | null>(null)
  const [busy, setBusy] = useState(false)
  const formId = useId()
  const form = useForm<ProfileValues, ProfileValues>({
    mode: 'uncontrolled',
    initialValues: draft ? { ...initial, ...draft.values } : initial,
    initialDirty: draft ? { firstName: true } : {},
    validate: (values) => options.validate(values, base),
    validateInputOnBlur: false,
    onValuesChange: (values) => {
      const dirty = differences(values, initial).length > 0
      onDirtyChange?.(dirty)
      if (dirty) saveDraft(name, { values, version: base?.updateDate ?? null })
      else discardDraft(name)
    },
  })
  useErrorsInLanguage(form, () => options.validate(form.getValues(), base))
  useDiscardOnLeave(name)
  // A draft restored after a reload counts as unsaved.
  const reportRestored = useEffectEvent(() => {
    if (draft) onDirtyChange?.(true)
  })
  useEffect(() => reportRestored(), [])

  async function submit(basedOn: Member | null) {
    setBusy(true)
    setFailure(null)
    try {
      const saved = await options.send(form.getValues(), basedOn)
      discardDraft(name)
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
      discardDraft(name)
      onDirtyChange?.(false)
      settle(saved)
    },
    /** The picture was saved on its own, which creates a new version. */
    takeVersion: (saved: Member) => {
      if (base && differences(valuesOf(base), valuesOf(saved)).length === 0) setBase(saved)
    },
  }
}

const isConflict = (error: unknown) => error instanceof ApiProblem && error.code === 'member_changed_meanwhile'

/** Unsaved values and the version they are based on, stored in this tab. */
interface Draft<V> {
  readonly values: V
  /** `updateDate` of the loaded member; null for a new one. */
  readonly version: string | null
}

const keyOf = (name: string) => `draft ${name}`

/** @param like values with the expected shape, because another version may have stored the draft */
const readDraft = <V extends object>(name: string, like: V): Draft<V> | null =>
  readValue('tab', keyOf(name), (value): value is Draft<V> => {
    const { values, version } = (value ?? {}) as Partial<Draft<unknown>>
    return hasShape(values, like) && (version === null || typeof version === 'string')
  })

const hasShape = (value: unknown, like: object): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(like).every(([name, known]: [string, unknown]) => {
    const field: unknown = Reflect.get(value, name)
    return known && typeof known === 'object' ? hasShape(field, known) : typeof field === typeof known
  })

const saveDraft = <V>(name: string, draft: Draft<V>) => void writeValue('tab', keyOf(name), draft)

const discardDraft = (name: string) => void writeValue('tab', keyOf(name), null)

/** Discards the draft when the form is left, but not on a reload or when the session ends. */
function useDiscardOnLeave(name: string): void {
  useEffect(
    () => () => {
      if (currentSession().status === 'signed-in') discardDraft(name)
    },
    [name],
  )
}
