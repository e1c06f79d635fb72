import { useForm, type FormErrors } from '@mantine/form'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef, useState, type FormEvent } from 'react'
import * as z from 'zod/mini'
import { cleanLine } from '#contract/clean-text.ts'
import type { PriceQuestion } from '#web/ui/dialogs/price-change-dialog.tsx'
import type { ChangedField } from '#web/ui/fields/changed-meanwhile.tsx'
import { focusFirstError } from '#web/ui/fields/field-words.ts'
import { useErrorsInLanguage } from '#web/ui/language.tsx'
import { useIsUnmounted } from '#web/ui/use-is-unmounted.ts'
import { ApiProblem, currentIn } from '#web/api/http-client.ts'
import { currentSession } from '#web/api/session/session.ts'
import { showUndo } from '#web/api/toasts.ts'
import { hideToasts, showToast } from '#web/ui/toasts/toast.tsx'
import { isTyped, useAutosave, type FailedSave } from './autosave.ts'
import { defineDraft, type Draft } from './drafts.ts'
import { showFailure } from '#web/api/toasts.ts'
import { m } from '#words/messages.js'

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
  /** Its `version` where left out. */
  readonly versionOf?: (record: R) => Version
  readonly valuesOf: (record: R | null) => V
  /** The fields in their order, to compare versions. */
  readonly fieldsOf: (values: V) => readonly EditedField[]
  readonly validate: (values: V, base: R | null) => FormErrors
  /** Sends over a version; null for a new row. */
  readonly send: (values: V, version: Version | null) => Promise<R>
  /** The row as it is now, where the error says that somebody else saved it; null for other errors. */
  readonly currentOf?: (problem: ApiProblem) => Promise<R | null>
  /** The input of a field that the server refuses by its path; the same name where left out. */
  readonly inputOf?: (path: string) => string
  /** Each refused input with its text, where the error names them; none for other errors. */
  readonly refused?: (error: ApiProblem) => FormErrors
  /** The toast of a save; none where it is blank. */
  readonly savedWords?: (record: R) => string
  /** Saves again what was saved before; offered beside `savedWords`. */
  readonly undo?: (before: V, saved: R) => () => Promise<R>
  readonly onSaved?: (record: R) => void
  /** The row as it is now is shown, after an undo or instead of what was typed. */
  readonly onTaken?: (current: R) => void
  /** The question before a save over a row; null for none. */
  readonly priceQuestion?: (values: V, over: R) => PriceQuestion | null
  readonly onDirtyChange?: ((dirty: boolean) => void) | undefined
  /** The form saves itself, after each pause and when it is left, unless what is typed cannot be sent yet. */
  readonly autosave?: ((values: V) => boolean) | null
}

/** The state of a form that `FormFoot` shows. */
export interface SaveState<R> {
  readonly busy: boolean
  readonly conflict: { readonly current: R; readonly fields: readonly ChangedField[] } | null
  readonly failure: ApiProblem | null
  /** Something typed is not saved. */
  readonly dirty: boolean
  /** The last save of what is typed failed, was refused, or met another one. */
  readonly stuck: boolean
  readonly savedAt: Date | null
  readonly asked: {
    readonly question: PriceQuestion
    readonly onConfirm: () => void
    readonly onClose: () => void
  } | null
  /** Saves over the current version, with the saved values of the fields `taken`. */
  readonly saveChosen: (current: R, taken: readonly string[]) => void
  readonly takeSaved: (current: R) => void
}

/**
 * A form for a row with a version. What was typed survives errors, reloads, language changes, and a save by somebody else,
 * after which `FormFoot` shows both.
 */
export function useEditedForm<V extends object, R>(options: EditedFormOptions<V, R>) {
  const { name, record, valuesOf, fieldsOf, autosave = null } = options
  const versionOf = options.versionOf ?? ((one: R) => (one as { version: Version }).version)
  const [loaded] = useState(() => valuesOf(record))
  const [drafts] = useState(() => draftsLike(loaded))
  const [draft] = useState(() => drafts.load(name))
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
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const [failed, setFailed] = useState<FailedSave<V> | null>(null)
  const sending = useRef<{ readonly values: V; readonly answer: Promise<R> } | null>(null)
  // A draft restored after a reload counts as unsaved.
  const isDirty = useRef(draft !== null)
  const [dirty, setDirty] = useState(draft !== null)
  const formId = useId()
  const form = useForm<V, V>({
    mode: 'uncontrolled',
    initialValues: draft ? { ...loaded, ...draft.values } : loaded,
    validate: (values) => options.validate(values, base.record),
    validateInputOnBlur: false,
    onValuesChange: (values) => keepDraft(values, base),
  })
  useErrorsInLanguage(form, () => options.validate(form.getValues(), base.record))
  const [typed, setTyped] = useState(() => form.getValues())
  const wasRefused = failed !== null && failed.refused && isTyped(failed.values, typed)
  const stuck = wasRefused || conflict !== null || (failure !== null && dirty)
  useDiscardOnLeave(drafts, name, () => autosave !== null && isDirty.current)
  const reportRestored = useEffectEvent(() => {
    if (draft) options.onDirtyChange?.(true)
  })
  useEffect(() => reportRestored(), [])
  useAutosave({
    unsaved: autosave?.(typed) && dirty && !busy && !conflict ? typed : null,
    failed,
    save: () => submitForm(),
  })
  const saveOnLeave = useEffectEvent(async () => {
    const values = form.getValues()
    if (!autosave?.(values) || !isDirty.current || stuck) return
    try {
      const sent = sending.current
      const before = await sent?.answer
      if (!sent || !isTyped(sent.values, values)) await options.send(values, before ? versionOf(before) : base.version)
      drafts.clear(name)
    } catch (error) {
      showFailure(error)
    }
  })
  useEffect(() => () => void saveOnLeave(), [])
  const isLeft = useIsUnmounted()

  function keepDraft(values: V, on: Pick<typeof base, 'values' | 'version'>) {
    isDirty.current = differing(fieldsOf(values), fieldsOf(on.values)).length > 0
    setDirty(isDirty.current)
    setTyped(values)
    options.onDirtyChange?.(isDirty.current)
    if (isDirty.current) drafts.save(name, { values, base: on.values, version: on.version })
    else drafts.clear(name)
  }

  /** Continues from the saved row. What was typed since it was sent stays. */
  function show(saved: R, sent: V) {
    const next = { record: saved, values: valuesOf(saved), version: versionOf(saved) }
    const kept = new Map(fieldsOf(next.values).map((one) => [one.path, one.value]))
    const typedSince = pathsDiffering(fieldsOf(form.getValues()), fieldsOf(sent))
    // The server may have written a value in its own way.
    for (const { typed: field } of differing(fieldsOf(form.getValues()), fieldsOf(next.values)))
      if (!typedSince.has(field.path)) form.setFieldValue(field.path, kept.get(field.path) as never)
    setUnanswered(null)
    setFailed(null)
    setBase(next)
    setConflict(null)
    setFailure(null)
    keepDraft(form.getValues(), next)
  }

  /** Asks first where a price on sale changes a lot. */
  function save(over: R | null, version: Version | null, before: V | null) {
    const asks = (over && options.priceQuestion?.(form.getValues(), over)) ?? null
    setQuestion(asks)
    if (!asks) void submit(version, before)
  }

  /** @param before what is saved now; null for a new row */
  async function submit(version: Version | null, before: V | null) {
    setBusy(true)
    setConflict(null)
    setFailure(null)
    const sent = structuredClone(form.getValues())
    try {
      const answer = options.send(sent, version)
      sending.current = { values: sent, answer }
      const saved = await answer
      show(saved, sent)
      reportSaved(saved, before)
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      const refused = error.status >= 400 && error.status < 500 && error.status !== 429
      setFailed((last) => ({ values: sent, refused, count: (last?.count ?? 0) + 1 }))
      const current = await currentOf(error)
      if (current && (isUnanswered(current) || !differs(sent, current)))
        return await continueFrom(current, sent, before)
      if (error.status === 0 || error.status >= 500) setUnanswered(sent)
      showProblem(error, current)
    } finally {
      sending.current = null
      setBusy(false)
    }
  }

  function reportSaved(saved: R, before: V | null) {
    const message = options.savedWords?.(saved)
    const undo = before && options.undo?.(before, saved)
    setSavedAt(new Date())
    // An earlier save can be undone no longer.
    hideToasts(options.name)
    if (message && undo) {
      const send = async () => {
        const undone = await undo()
        // A form that was left gets no draft back.
        if (isLeft.current) return
        show(undone, valuesOf(saved))
        options.onTaken?.(undone)
      }
      showUndo(message, send, options.name)
    } else if (message) showToast({ message })
    // Whoever left it is led nowhere.
    if (!isLeft.current) options.onSaved?.(saved)
  }

  const differs = (values: V, current: R) => differing(fieldsOf(values), fieldsOf(valuesOf(current))).length > 0
  const isUnanswered = (current: R) => unanswered !== null && !differs(unanswered, current)

  /** The current version is what was sent: its answer was lost or is yet to come, or somebody else saved the same. */
  async function continueFrom(current: R, sent: V, before: V | null) {
    show(current, isUnanswered(current) ? unanswered! : sent)
    if (differs(form.getValues(), current)) await submit(versionOf(current), before)
    else reportSaved(current, before)
  }

  function showProblem(error: ApiProblem, current: R | null) {
    setConflict(current && { current, fields: changedFields(current) })
    if (current) return form.clearErrors()
    const errors = options.refused?.(error) ?? {}
    if (Object.keys(errors).length === 0) setFailure(error)
    form.setErrors({
      // The server's own sentences are for developers, and English.
      ...Object.fromEntries(error.errors.map(({ path }) => [options.inputOf?.(path) ?? path, m.field_invalid()])),
      ...errors,
    })
    focusFirstError(formId)
  }

  async function currentOf(problem: ApiProblem): Promise<R | null> {
    if (!options.currentOf) return currentIn<R>(problem)
    try {
      return await options.currentOf(problem)
    } catch {
      return null
    }
  }

  /** Where only the other person changed a field, theirs is chosen at first. */
  function changedFields(current: R): ChangedField[] {
    const before = new Map(fieldsOf(base.values).map((one) => [one.path, one.value]))
    return differing(fieldsOf(form.getValues()), fieldsOf(valuesOf(current))).map(({ typed: own, saved }) => ({
      path: own.path,
      label: own.label,
      typed: own.shown,
      saved: saved.shown,
      chosen: isSame(before.get(own.path), own.value) ? 'saved' : 'typed',
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
    save(current, version, valuesOf(current))
  }

  const submitForm = (event?: FormEvent<HTMLFormElement>) =>
    form.onSubmit(
      () => save(base.record, base.version, base.record && base.values),
      () => focusFirstError(formId),
    )(event)

  const saveState: SaveState<R> = {
    busy,
    conflict,
    failure,
    dirty,
    stuck: stuck && !busy,
    savedAt,
    asked: question && {
      question,
      onConfirm: () => {
        setQuestion(null)
        void submit(base.version, base.values)
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
    /** Of the row that the form is based on; null for a new one. */
    version: base.version,
    /** The values as they are typed. */
    typed,
    /** It would be lost if the form was left. */
    isUnsaved: () => isDirty.current && (!autosave?.(form.getValues()) || stuck),
    submit: submitForm,
    /** The row is gone: what is typed is not missed. */
    discard: () => {
      isDirty.current = false
    },
    /** A part of the row was saved on its own, which made a new version. */
    takeVersion: (saved: R) => {
      if (differing(fieldsOf(base.values), fieldsOf(valuesOf(saved))).length === 0)
        setBase({ record: saved, values: valuesOf(saved), version: versionOf(saved) })
    },
    /** Fields of the row were changed on their own. What was typed stays; a field that was typed as well is asked about. */
    takeChange: (saved: R) => {
      const [own, known, now] = [fieldsOf(form.getValues()), fieldsOf(base.values), fieldsOf(valuesOf(saved))]
      const [typedSince, changed] = [pathsDiffering(own, known), pathsDiffering(now, known)]
      if ([...pathsDiffering(own, now)].some((path) => typedSince.has(path) && changed.has(path)))
        setConflict({ current: saved, fields: changedFields(saved) })
      else show(saved, base.values)
    },
  }
}

/**
 * The answer with which a form is opened: a later one must not replace it, and one that is read again just now is waited for. Where that
 * fails, such as without a network, the form is opened with what is there.
 */
export function useOpened<T>({
  data,
  isStale,
  isFetching,
}: Pick<UseQueryResult<T>, 'data' | 'isStale' | 'isFetching'>): T | undefined {
  const ready = isStale && isFetching ? undefined : data
  const [opened, setOpened] = useState(ready)
  if (!opened && ready) setOpened(ready)
  return opened ?? ready
}

/** Of texts as they are stored, also within lists. */
const isSame = (one: unknown, other: unknown): boolean => one === other || plain(one) === plain(other)

const plain = (value: unknown): unknown =>
  typeof value === 'object' ? JSON.stringify(value, (_, part: unknown) => stored(part)) : stored(value)

const stored = (value: unknown) => (typeof value === 'string' ? cleanLine(value) : value)

/** The fields of two versions that differ, in their order. */
function differing(typed: readonly EditedField[], saved: readonly EditedField[]) {
  const byPath = new Map(saved.map((field) => [field.path, field]))
  return typed.flatMap((field) => {
    const other = byPath.get(field.path) ?? { ...field, value: '', shown: '' }
    return isSame(field.value, other.value) ? [] : [{ typed: field, saved: other }]
  })
}

const pathsDiffering = (...versions: Parameters<typeof differing>) =>
  new Set(differing(...versions).map(({ typed: { path } }) => path))

/** Unsaved values and what they are based on. */
interface EditedDraft<V> {
  readonly values: V
  readonly base: V
  /** Null for a new row. */
  readonly version: Version | null
}

/** @param values as the form has them; another version may have stored others */
function draftsLike<V extends object>(values: V): Draft<EditedDraft<V>> {
  const Values = schemaLike(values) as z.ZodMiniType<V>
  const version = z.nullable(z.union([z.string(), z.number()]))
  return defineDraft({ key: 'draft', schema: z.object({ values: Values, base: Values, version }), lifetime: 'tab' })
}

function schemaLike(value: unknown): z.ZodMiniType {
  if (Array.isArray(value)) return z.array(z.unknown())
  if (!value || typeof value !== 'object') return z.custom((other) => typeof other === typeof value)
  return z.looseObject(Object.fromEntries(Object.entries(value).map(([name, field]) => [name, schemaLike(field)])))
}

/** Discards the draft when the form is left, but not on a reload or when the session ends. */
function useDiscardOnLeave(
  drafts: Pick<Draft<unknown>, 'clear'>,
  name: string,
  isKept: () => boolean = () => false,
): void {
  const discard = useEffectEvent(() => {
    if (currentSession().status === 'signed-in' && !isKept()) drafts.clear(name)
  })
  useEffect(() => () => discard(), [])
}
