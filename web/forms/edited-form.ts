import { type FormErrors, useForm } from '@mantine/form'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import type { PriceQuestion } from '#web/ui/dialogs/price-change-dialog.tsx'
import type { ChangedField } from '#web/ui/fields/changed-meanwhile.tsx'
import { focusFirstError } from '#web/ui/fields/field-words.ts'
import { useErrorsInLanguage } from '#web/ui/language.tsx'
import { ApiProblem } from '#web/api/http-client.ts'
import { readValue, writeValue } from '#web/api/local-storage.ts'
import { currentSession } from '#web/api/session/session.ts'

type Version = string | number

/** One field of a form, to compare two versions of it. */
export interface EditedField {
  /** As in the form: `name`, `address.City`. */
  readonly path: string
  readonly label: string
  readonly value: unknown
  /** The value as it is shown. */
  readonly shown: string
}

interface EditedFormOptions<V, R> {
  /** Key of the draft in this tab. */
  readonly name: string
  /** The row as loaded; null for a new one. */
  readonly record: R | null
  readonly versionOf: (record: R) => Version
  readonly valuesOf: (record: R | null) => V
  /** The fields in their order, to compare versions. */
  readonly fieldsOf: (values: V) => readonly EditedField[]
  readonly validate: (values: V, base: R | null) => FormErrors
  /** Sends over a version; null for a new row. */
  readonly send: (values: V, version: Version | null) => Promise<R>
  /** The row as it is now, where the error says that somebody else saved it; null for other errors. */
  readonly currentOf?: (problem: ApiProblem) => Promise<R | null>
  /** The field beside which a refusal belongs; null for none. */
  readonly fieldOf?: (error: ApiProblem) => string | null
  /** The text of a refusal beside its field. */
  readonly textOf?: (error: ApiProblem) => string
  /** Each refused field with its text, where the error names them; none for other errors. */
  readonly errorsOf?: (error: ApiProblem) => FormErrors
  readonly onSaved: (record: R, before: V) => void
  /** The row as it is now is shown instead of what was typed. */
  readonly onTaken?: (current: R) => void
  /** The question before a save over a row; null for none. */
  readonly priceQuestion?: (values: V, over: R) => PriceQuestion | null
  readonly onDirtyChange?: ((dirty: boolean) => void) | undefined
  /** Whether the tab keeps what is typed when the form is left; whoever saves it later discards it. */
  readonly keptOnLeave?: () => boolean
}

/** The state of a form that `FormFoot` shows. */
export interface SaveState<R> {
  readonly busy: boolean
  readonly conflict: { readonly current: R; readonly fields: readonly ChangedField[] } | null
  readonly failure: ApiProblem | null
  readonly asked: {
    readonly question: PriceQuestion
    readonly onConfirm: () => void
    readonly onClose: () => void
  } | null
  /** Saves over the current version, with the saved values of the fields `taken`. */
  readonly saveChosen: (current: R, taken: readonly string[]) => void
  readonly takeSaved: (current: R) => void
}

const changedMeanwhile = ({ code, data }: ApiProblem): unknown =>
  code === 'changed_meanwhile' ? data['current'] : null

/**
 * A form for a row with a version. What was typed survives errors, reloads, language changes, and a save by somebody else,
 * after which `FormFoot` shows both.
 */
export function useEditedForm<V extends object, R>(options: EditedFormOptions<V, R>) {
  const { name, record, valuesOf, versionOf, fieldsOf, onDirtyChange } = options
  const [loaded] = useState(() => valuesOf(record))
  const [draft] = useState(() => readDraft(name, loaded))
  // The values that the form was loaded with; `record` may be newer.
  const [base, setBase] = useState(() => ({
    record,
    values: draft?.base ?? loaded,
    version: draft ? draft.version : record && versionOf(record),
  }))
  const [conflict, setConflict] = useState<SaveState<R>['conflict']>(null)
  const [question, setQuestion] = useState<PriceQuestion | null>(null)
  const [failure, setFailure] = useState<ApiProblem | null>(null)
  const [busy, setBusy] = useState(false)
  // Sent without an answer: it may have been saved.
  const [unanswered, setUnanswered] = useState<V | null>(null)
  const formId = useId()
  const form = useForm<V, V>({
    mode: 'uncontrolled',
    initialValues: draft ? { ...loaded, ...draft.values } : loaded,
    validate: (values) => options.validate(values, base.record),
    validateInputOnBlur: false,
    onValuesChange: (values) => keepDraft(values, base),
  })
  useErrorsInLanguage(form, () => options.validate(form.getValues(), base.record))
  useDiscardOnLeave(name, options.keptOnLeave)
  // A draft restored after a reload counts as unsaved.
  const reportRestored = useEffectEvent(() => {
    if (draft) onDirtyChange?.(true)
  })
  useEffect(() => reportRestored(), [])

  function keepDraft(values: V, on: Pick<typeof base, 'values' | 'version'>) {
    const dirty = differing(fieldsOf(values), fieldsOf(on.values)).length > 0
    onDirtyChange?.(dirty)
    if (dirty) saveDraft(name, { values, base: on.values, version: on.version })
    else discardDraft(name)
  }

  /** Continues from the saved row. What was typed since it was sent stays. */
  function show(saved: R, sent: V) {
    const next = { record: saved, values: valuesOf(saved), version: versionOf(saved) }
    const kept = new Map(fieldsOf(next.values).map((one) => [one.path, one.value]))
    const typedSince = new Set(differing(fieldsOf(form.getValues()), fieldsOf(sent)).map(({ typed }) => typed.path))
    // The server may have written a value in its own way.
    for (const { typed } of differing(fieldsOf(form.getValues()), fieldsOf(next.values)))
      if (!typedSince.has(typed.path)) form.setFieldValue(typed.path, kept.get(typed.path) as never)
    setUnanswered(null)
    setBase(next)
    setConflict(null)
    setFailure(null)
    keepDraft(form.getValues(), next)
  }

  /** Asks first where a price on sale changes a lot. */
  function save(over: R | null, version: Version | null) {
    const asks = (over && options.priceQuestion?.(form.getValues(), over)) ?? null
    setQuestion(asks)
    if (!asks) void submit(version)
  }

  async function submit(version: Version | null) {
    setBusy(true)
    setConflict(null)
    setFailure(null)
    const sent = structuredClone(form.getValues())
    try {
      const saved = await options.send(sent, version)
      const before = base.values
      show(saved, sent)
      options.onSaved(saved, before)
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      const current = await currentOf(error)
      if (current && isUnanswered(current)) return await continueFrom(current)
      if (error.status === 0 || error.status >= 500) setUnanswered(sent)
      showProblem(error, current)
    } finally {
      setBusy(false)
    }
  }

  const differs = (values: V, current: R) => differing(fieldsOf(values), fieldsOf(valuesOf(current))).length > 0
  const isUnanswered = (current: R) => unanswered !== null && !differs(unanswered, current)

  /** The current version is what was sent: only the answer was lost. */
  async function continueFrom(current: R) {
    const before = base.values
    show(current, unanswered!)
    if (differs(form.getValues(), current)) await submit(versionOf(current))
    else options.onSaved(current, before)
  }

  function showProblem(error: ApiProblem, current: R | null) {
    setConflict(current && { current, fields: changedFields(current) })
    if (current) return form.clearErrors()
    const field = options.fieldOf?.(error) ?? null
    const errors = options.errorsOf?.(error) ?? {}
    if (field === null && Object.keys(errors).length === 0) setFailure(error)
    form.setErrors({
      ...Object.fromEntries(error.errors.map(({ path, message }) => [path, message])),
      ...(field !== null && { [field]: options.textOf?.(error) ?? error.title }),
      ...errors,
    })
    focusFirstError(formId)
  }

  async function currentOf(problem: ApiProblem): Promise<R | null> {
    if (!options.currentOf) return (changedMeanwhile(problem) as R | undefined) ?? null
    try {
      return await options.currentOf(problem)
    } catch {
      return null
    }
  }

  /** Where only the other person changed a field, theirs is chosen at first. */
  function changedFields(current: R): ChangedField[] {
    const before = new Map(fieldsOf(base.values).map((one) => [one.path, one.value]))
    return differing(fieldsOf(form.getValues()), fieldsOf(valuesOf(current))).map(({ typed, saved }) => ({
      path: typed.path,
      label: typed.label,
      typed: typed.shown,
      saved: saved.shown,
      chosen: isSame(before.get(typed.path), typed.value) ? 'saved' : 'typed',
    }))
  }

  function takeSaved(current: R) {
    form.setValues(valuesOf(current))
    form.clearErrors()
    show(current, form.getValues())
    options.onTaken?.(current)
  }

  function saveChosen(current: R, taken: readonly string[]) {
    const saved = new Map(fieldsOf(valuesOf(current)).map((one) => [one.path, one.value]))
    for (const path of taken) form.setFieldValue(path, saved.get(path) as never)
    if (!differs(form.getValues(), current)) return takeSaved(current)
    const version = versionOf(current)
    setBase({ record: current, values: valuesOf(current), version })
    setConflict(null)
    save(current, version)
  }

  const saveState: SaveState<R> = {
    busy,
    conflict,
    failure,
    asked: question && {
      question,
      onConfirm: () => {
        setQuestion(null)
        void submit(base.version)
      },
      onClose: () => setQuestion(null),
    },
    saveChosen,
    takeSaved,
  }

  return {
    ...saveState,
    form,
    formId,
    version: base.version,
    submit: form.onSubmit(
      () => save(base.record, base.version),
      () => focusFirstError(formId),
    ),
    /** A part of the row was saved on its own, which made a new version. */
    takeVersion: (saved: R) => {
      if (differing(fieldsOf(base.values), fieldsOf(valuesOf(saved))).length === 0)
        setBase({ record: saved, values: valuesOf(saved), version: versionOf(saved) })
    },
  }
}

/** Of texts without the blanks around them, also within lists. */
const isSame = (one: unknown, other: unknown): boolean => plain(one) === plain(other)

const plain = (value: unknown): unknown =>
  typeof value === 'object' ? JSON.stringify(value, (_, part: unknown) => trimmed(part)) : trimmed(value)

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value)

/** The fields of two versions that differ, in their order. */
function differing(typed: readonly EditedField[], saved: readonly EditedField[]) {
  const byPath = new Map(saved.map((field) => [field.path, field]))
  return typed.flatMap((field) => {
    const other = byPath.get(field.path) ?? { ...field, value: '', shown: '' }
    return isSame(field.value, other.value) ? [] : [{ typed: field, saved: other }]
  })
}

/** Unsaved values and what they are based on, stored in this tab. */
interface Draft<V> {
  readonly values: V
  readonly base: V
  /** Null for a new row. */
  readonly version: Version | null
}

const keyOf = (name: string) => `draft ${name}`

/** @param like values with the expected shape, because another version may have stored the draft */
const readDraft = <V extends object>(name: string, like: V): Draft<V> | null =>
  readValue('tab', keyOf(name), (value): value is Draft<V> => {
    const { values, base, version } = (value ?? {}) as Partial<Draft<unknown>>
    const isVersion = version === null || typeof version === 'string' || typeof version === 'number'
    return isVersion && hasShape(values, like) && hasShape(base, like)
  })

const hasShape = (value: unknown, like: object): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Array.isArray(value) === Array.isArray(like) &&
  (Array.isArray(like) ? [] : Object.entries(like)).every(([name, known]: [string, unknown]) => {
    const field: unknown = Reflect.get(value, name)
    return known && typeof known === 'object' ? hasShape(field, known) : typeof field === typeof known
  })

const saveDraft = <V>(name: string, draft: Draft<V>) => void writeValue('tab', keyOf(name), draft)

export const discardDraft = (name: string) => void writeValue('tab', keyOf(name), null)

/** Discards the draft when the form is left, but not on a reload or when the session ends. */
function useDiscardOnLeave(name: string, isKept: () => boolean = () => false): void {
  const discard = useEffectEvent(() => {
    if (currentSession().status === 'signed-in' && !isKept()) discardDraft(name)
  })
  useEffect(() => () => discard(), [])
}
