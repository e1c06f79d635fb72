import { useMemo, useRef, useState } from 'react'
import {
  eventFields,
  EventProblem,
  type EditedEvent,
  type EventFields,
  type SeriesScope,
} from '#contract/events/office.ts'
import { ApiProblem } from '#web/api/client.ts'
import { useEditedForm } from '#web/forms/edited-form.ts'
import { isBigChange, type PriceQuestion } from '#web/ui/dialogs/price-change-dialog.tsx'
import { m } from '#words/messages.js'
import { eventLabels, faultWords, type ShownProblem } from './event-words.ts'
import {
  editedFields,
  fieldsOf,
  isUnsendable,
  problemsWhileTyping,
  unsendable,
  valuesOf,
  type EventValues,
} from './event-values.ts'
import { type MoveNotice, noNotice, sentNotice } from './move-notice.tsx'
import { type SavedNotice, useEventChanges } from './queries.ts'
import type { FieldsForm } from '#web/forms/fields.tsx'
import { readersText } from '#web/parts/local-text.tsx'

/** Faults of unfilled fields that are shown only when publishing is asked for. */
const shownOnlyOnSave = new Set([
  'title_missing',
  'name_missing',
  'category_missing',
  'phase_without_end',
  'pool_unused',
  'question_label_missing',
  'question_options_missing',
  'question_until_missing',
  'question_purpose_missing',
  'question_condition_missing',
])

interface How extends SavedNotice {
  readonly scope: SeriesScope
}

interface Options {
  readonly club: EventClub
  /** As the form was opened with, and as it is saved now. */
  readonly loaded: EditedEvent
  readonly event: EditedEvent
  readonly readOnly: boolean
  /** Leads to a field that has to be corrected first. */
  readonly onProblem: (problem: ShownProblem) => void
}

/** The form of an event: a draft saves itself, a published event is saved by its button. */
export function useEventForm({ club, loaded, event, readOnly, onProblem }: Options) {
  const changes = useEventChanges(club.id)
  const [said, setSaid] = useState<readonly ShownProblem[]>(loaded.problems)
  const [refusal, setRefusal] = useState<readonly ShownProblem[]>([])
  /** Saving, publishing, or the list of problems was asked for. */
  const [asked, setAsked] = useState(false)
  const showsAll = asked || loaded.status === 'published'
  const [notice, setNotice] = useState(noNotice)
  const [scope, setScope] = useState<SeriesScope>('one')
  const last = useRef<How>({ scope: 'one' })
  const isDraft = event.status === 'draft'
  const save = (values: EventValues, version: number, how: How) =>
    changes.save.mutateAsync({ fields: fieldsOf(values), base: { id: loaded.id, version }, ...how })
  const state = useEditedForm<EventValues, EditedEvent>({
    name: `edited event ${loaded.id}`,
    record: loaded,
    valuesOf: (one) => valuesOf(one ?? loaded),
    fieldsOf: editedFields,
    validate: () => ({}),
    send: async (values, version) => {
      last.current = { ...sentNotice(event, fieldsOf(values), notice), scope }
      try {
        const saved = await save(values, Number(version), last.current)
        setSaid(saved.problems)
        setRefusal([])
        setNotice(noNotice)
        return saved
      } catch (error) {
        const found = problemsOf(error)
        if (found.length > 0) setRefusal(bringBack(found))
        throw error
      }
    },
    // Their sentences are those of `problemAt`.
    refused: (problem) => Object.fromEntries(problemsOf(problem).map(({ path }) => [path, null])),
    priceQuestion: (values, over) => (over.status === 'published' ? bigChangesOf(over, fieldsOf(values)) : null),
    onTaken: (current) => showSaved(current),
    onDirtyChange: (dirty) => !dirty && setRefusal([]),
    savedWords: ({ status }) => (status === 'draft' ? '' : m.event_edit_saved()),
    undo: (before, { version }) => {
      // Guests who were not notified of a move are not notified of its undo, which reaches the same dates.
      const { tellGuests, scope: reached } = last.current
      const how = { ...(tellGuests === false && { tellGuests }), scope: reached }
      return () => save(before, version, how)
    },
    // Other dates are changed by a press only.
    autosave: isDraft && !readOnly && scope === 'one' ? (values) => unsendable(values).length === 0 : null,
  })
  const showSaved = (saved: EditedEvent) => {
    changes.show(saved)
    setSaid(saved.problems)
  }
  const { form, typed } = state
  const fromServer = useMemo(() => [...said, ...refusal], [said, refusal])
  const problems = useMemo(() => problemsWhileTyping(typed, fromServer), [typed, fromServer])

  /** A category with guests stays, with the sentence why. */
  const bringBack = (found: readonly EventProblem[]): EventProblem[] => {
    const { prices } = form.getValues()
    const saved = valuesOf(event).prices.categories
    const isGone = ({ id }: { id: string }) => !prices.categories.some((one) => one.id === id)
    const names = found.filter(isGuestsOfGone).map(({ data }) => data?.['name'])
    const back = saved.filter((one) => isGone(one) && names.includes(one.nameDa))
    if (back.length === 0) return [...found]
    const categories = [...prices.categories]
    for (const one of back) categories.splice(saved.indexOf(one), 0, one)
    form.setFieldValue('prices', { ...prices, categories })
    changes.refetch(loaded.id)
    return [
      ...found.filter((one) => !isGuestsOfGone(one)),
      ...back.map(({ id }) => ({
        path: `categories.${categories.findIndex((one) => one.id === id)}`,
        fault: 'category_has_guests' as const,
      })),
    ]
  }

  const problemAt = (path: string) => {
    // It may still be typed; an amount or number that cannot be read says so by itself once its field is left.
    const isShown = ({ fault }: ShownProblem) =>
      fault === 'not_read' ? asked : showsAll || !shownOnlyOnSave.has(fault)
    const problem = problems.find((one) => one.path === path && isShown(one))
    return problem && faultWords(problem)
  }
  /** Published, a draft again, or with another picture. */
  const show = (saved: EditedEvent) => {
    setSaid(saved.problems)
    state.takeVersion(saved)
  }
  /** For the inputs of declared fields. */
  const fields: FieldsForm<typeof eventFields> = { fields: eventFields, labels: eventLabels, form, typed, problemAt }
  const editor = {
    club,
    event,
    form,
    fields,
    typed,
    problemAt,
    /** The dates of its series that a save is for. */
    scope,
    notice,
    onNotice: (change: Partial<MoveNotice>) => setNotice((now) => ({ ...now, ...change })),
    /** A part was saved on its own, such as the picture. */
    onPartSaved: (saved: EditedEvent) => {
      changes.show(saved)
      show(saved)
    },
  }
  return {
    state,
    editor,
    problems,
    scope,
    setScope,
    show,
    /** A field follows its series again, or somebody else saved the event. */
    takeChange: (saved: EditedEvent) => {
      showSaved(saved)
      state.takeChange(saved)
    },
    showAll: () => setAsked(true),
    onSave: () => {
      setAsked(true)
      const [first] = problems.filter((one) => event.status === 'published' || isUnsendable(one))
      if (first && !fromServer.includes(first)) return onProblem(first)
      state.submit()
    },
  }
}

/** The prices on sale that change a lot, early ones and those of members included. */
function bigChangesOf(was: EditedEvent, is: EventFields): PriceQuestion | null {
  const pricesOf = (fields: EditedEvent['fields']) =>
    fields.categories.flatMap((category) =>
      [category, ...category.phases].flatMap((one) => {
        const name = [category, ...(one === category ? [] : [one])].map((each) => readersText(each.name))
        const ofMembers = [...name, m.event_edit_member_price()]
        const at = { categoryId: category.id, id: one.id }
        return [
          { ...at, kind: 'price', name: name.join(', '), minor: one.price },
          { ...at, kind: 'memberPrice', name: ofMembers.join(', '), minor: one.memberPrice },
        ]
      }),
    )
  const before = new Map(pricesOf(was.fields).map((one) => [`${one.id} ${one.kind}`, one.minor]))
  const changes = pricesOf(is)
    .flatMap(({ categoryId, id, kind, name, minor }) => {
      const old = before.get(`${id} ${kind}`)
      return typeof old !== 'number' || minor === null ? [] : [{ categoryId, name, before: old, after: minor }]
    })
    .filter(isBigChange)
  const ids = new Set(changes.map(({ categoryId }) => categoryId))
  const bought = was.soldByCategory.reduce((count, { id, sold }) => (ids.has(id) ? count + sold : count), 0)
  return changes.length > 0 ? { changes, currency: was.currency, bought } : null
}

const isGuestsOfGone = ({ path, fault }: EventProblem) => path === 'categories' && fault === 'category_has_guests'

/** The problems by which the server refused an event; none for another error. */
function problemsOf(error: unknown): EventProblem[] {
  if (!(error instanceof ApiProblem) || error.code !== 'event_invalid') return []
  const problems = error.data['problems']
  return Array.isArray(problems) ? problems.flatMap((one) => EventProblem.safeParse(one).data ?? []) : []
}

export interface EventClub {
  readonly id: string
  readonly key: string
}

/** The form as its tabs need it. */
export type Editor = ReturnType<typeof useEventForm>['editor']
