import { Alert, Badge, Group, Stack, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconBan, IconEye } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { textIn } from '#contract/local-text.ts'
import { type EditedEvent, eventFields, type EventFields, EventProblem } from '#contract/office-events.ts'
import { ApiProblem } from '#web/api/client.ts'
import { discardDraft, useEditedForm } from '#web/forms/edited-form.ts'
import { LeaveGuard } from '#web/forms/leave-guard.tsx'
import { problemText } from '#web/api/problem-text.ts'
import { QueryError } from '#web/api/query-error.tsx'
import { showUndo } from '#web/api/undo.ts'
import { paths } from '#web/paths.ts'
import { isBigChange, type PriceQuestion } from '#web/ui/dialogs/price-change-dialog.tsx'
import { ErrorPanel } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { TabRow } from '#web/ui/tab-row.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { whenWords } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { getLocale } from '#words/runtime.js'
import { type FailedSave, isSame, useAutosave } from './autosave.ts'
import { EditorBar } from './editor-bar.tsx'
import { EventTitle } from './titles.tsx'
import type { Editor, EventClub } from './editor.ts'
import {
  badgeWords,
  type EditorTab,
  editorTabOf,
  eventLabels,
  faultWords,
  type ShownProblem,
  tabOfPath,
} from './event-words.ts'
import {
  editedFields,
  type EventValues,
  fieldsOf,
  isUnsendable,
  problemsWhileTyping,
  unsendable,
  valuesOf,
} from './event-values.ts'
import { PricesTab } from './prices-tab.tsx'
import { editedEventQuery, useEventChanges } from './queries.ts'
import { WhatTab } from './what-tab.tsx'
import { WhenTab } from './when-tab.tsx'
import { WhoTab } from './who-tab.tsx'

/** A tab that has a page of its own, or an action; whoever may not use it gets none. */
export interface EditorParts {
  readonly people?: ((event: EditedEvent) => ReactNode) | undefined
  readonly money?: ((event: EditedEvent) => ReactNode) | undefined
  /** Beside the title. */
  readonly actions?: ((event: EditedEvent) => ReactNode) | undefined
  /** Below what a cancellation told the guests. */
  readonly cancellation?: ((event: EditedEvent) => ReactNode) | undefined
}

interface PageProps {
  readonly club: EventClub
  readonly eventId: string
  readonly mayWrite: boolean
  readonly tab: unknown
  readonly onTab: (tab: EditorTab) => void
  readonly parts?: EditorParts
}

/** The editor of an event, once it is there. */
export function EventEditorPage({ club, eventId, ...props }: PageProps) {
  const query = useQuery(editedEventQuery(club.id, eventId))
  // As it was when the page opened: a later answer must not replace what the form was loaded with.
  const [loaded, setLoaded] = useState(query.data)
  if (!loaded && query.data) setLoaded(query.data)
  if (query.error instanceof ApiProblem && query.error.code === 'event_not_found')
    return (
      <ErrorPanel
        order={1}
        message={m.event_edit_gone()}
        actions={<ButtonLink to={paths.officeEvents(club.key)}>{m.event_edit_back()}</ButtonLink>}
      />
    )
  if (!loaded) return query.error ? <QueryError query={query} /> : <SkeletonList rows={4} height={160} />
  return <EventEditor {...props} club={club} loaded={loaded} event={query.data ?? loaded} />
}

const tabWords: Readonly<Record<EditorTab, () => string>> = {
  what: m.event_edit_tab_what,
  when: m.event_when_where,
  who: m.event_edit_tab_who,
  prices: m.event_edit_tab_prices,
  people: m.event_edit_tab_people,
  money: m.event_edit_tab_money,
}

interface Props extends Omit<PageProps, 'eventId' | 'tab'> {
  readonly tab: unknown
  readonly loaded: EditedEvent
  readonly event: EditedEvent
}

/** Faults of unfilled fields that are shown only when publishing is asked for. */
const shownOnlyOnSave = new Set([
  'title_missing',
  'name_missing',
  'category_missing',
  'phase_without_end',
  'pool_unused',
])

function EventEditor({ club, loaded, event, mayWrite, tab: inAddress, onTab, parts = {} }: Props) {
  const changes = useEventChanges(club.id)
  const [said, setSaid] = useState<readonly ShownProblem[]>(loaded.problems)
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const [dirty, setDirty] = useState(false)
  const isDirty = useRef(false)
  const [showsAll, setShowsAll] = useState(loaded.status === 'published')
  const readOnly = !mayWrite || event.status === 'cancelled'
  const isDraft = event.status === 'draft'
  const name = `edited event ${loaded.id}`
  const [failed, setFailed] = useState<FailedSave | null>(null)
  const [tellGuests, setTellGuests] = useState(true)
  const tells = useRef(true)
  const savedTelling = useRef(true)
  const onNotifyGuests = (tell: boolean) => {
    tells.current = tell
    setTellGuests(tell)
  }
  const sending = useRef<{ values: EventValues; answer: Promise<EditedEvent> } | null>(null)
  const state = useEditedForm<EventValues, EditedEvent>({
    name,
    record: loaded,
    versionOf: ({ version }) => version,
    valuesOf: (one) => valuesOf(one ?? loaded),
    fieldsOf: editedFields,
    validate: () => ({}),
    send: async (values, version) => {
      try {
        const base = { id: loaded.id, version: Number(version) }
        savedTelling.current = tells.current
        const answer = changes.save.mutateAsync({ fields: fieldsOf(values), base, tellGuests: tells.current })
        sending.current = { values, answer }
        const saved = await answer
        setSaid(saved.problems)
        setFailed(null)
        onNotifyGuests(true)
        return saved
      } catch (error) {
        const refusal = problemsOf(error)
        setFailed((before) => ({ values, refused: refusal !== null, count: (before?.count ?? 0) + 1 }))
        if (refusal) setSaid(bringBack(refusal))
        throw error
      } finally {
        sending.current = null
      }
    },
    fieldOf: (problem) => (problemsOf(problem) ? 'refused' : null),
    priceQuestion: (values, over) => (over.status === 'published' ? bigChangesOf(over, fieldsOf(values)) : null),
    onTaken: (current) => {
      changes.show(current)
      setSaid(current.problems)
    },
    onSaved: (saved, before) => {
      setSavedAt(new Date())
      if (saved.status === 'draft') return
      // Who was not told of a move is not told that it was taken back.
      const told = savedTelling.current
      const undo = async () => {
        const base = { id: saved.id, version: saved.version }
        state.takeSaved(await changes.save.mutateAsync({ fields: fieldsOf(before), base, tellGuests: told }))
      }
      showUndo(m.event_edit_saved(), undo)
    },
    onDirtyChange: (changed) => {
      isDirty.current = changed
      setDirty(changed)
      setTyped(state.form.getValues())
    },
    keptOnLeave: () => isDraft && isDirty.current,
  })
  const { form, conflict, failure, busy } = state
  const [typed, setTyped] = useState<EventValues>(() => form.getValues())
  const problems = useMemo(() => problemsWhileTyping(typed, said), [typed, said])
  const refused = failed !== null && failed.refused && isSame(failed.values, typed)
  const isIncomplete = unsendable(typed).length > 0
  const isStuck = refused || conflict !== null || (failure !== null && dirty)
  // Problems that have to be solved before a draft is saved.
  const isUnsavable = isStuck || isIncomplete

  useAutosave({
    unsaved: isDraft && !readOnly && dirty && !busy && !conflict && !isIncomplete ? typed : null,
    failed,
    failure,
    save: () => state.submit(),
  })
  const saveOnLeave = useEffectEvent(async () => {
    const values = form.getValues()
    if (!isDraft || readOnly || !isDirty.current || isUnsavable) return
    try {
      const sent = sending.current
      const before = await sent?.answer
      if (!sent || !isSame(sent.values, values)) {
        const base = { id: loaded.id, version: before?.version ?? Number(state.version) }
        await changes.save.mutateAsync({ fields: fieldsOf(values), base })
      }
      discardDraft(name)
    } catch (error) {
      showToast({ type: 'error', message: problemText(error) })
    }
  })
  useEffect(() => () => void saveOnLeave(), [])

  /** A category with guests stays, with the sentence why. */
  const bringBack = (refusal: readonly EventProblem[]): EventProblem[] => {
    const { prices } = form.getValues()
    const saved = valuesOf(event).prices.categories
    const isGone = ({ id }: { id: string }) => !prices.categories.some((one) => one.id === id)
    const names = refusal.filter(isGuestsOfGone).map(({ data }) => data?.['name'])
    const back = saved.filter((one) => isGone(one) && names.includes(one.nameDa))
    if (back.length === 0) return [...refusal]
    const categories = [...prices.categories]
    for (const one of back) categories.splice(saved.indexOf(one), 0, one)
    form.setFieldValue('prices', { ...prices, categories })
    changes.refetch(loaded.id)
    return [
      ...refusal.filter((one) => !isGuestsOfGone(one)),
      ...back.map(({ id }) => ({
        path: `categories.${categories.findIndex((one) => one.id === id)}`,
        fault: 'category_has_guests' as const,
      })),
    ]
  }

  const problemAt = (path: string) => {
    const problem = problems.find((one) => one.path === path && (showsAll || !shownOnlyOnSave.has(one.fault)))
    // An amount or number says by itself why it is not read, once its field is left.
    return problem && problem.fault !== 'not_read' ? faultWords(problem) : undefined
  }
  const goTo = (problem: ShownProblem) => {
    setShowsAll(true)
    onTab(tabOfPath(problem.path))
    focusPath(problem.path)
  }
  const show = (saved: EditedEvent) => {
    setSaid(saved.problems)
    state.takeVersion(saved)
  }
  const onSave = () => {
    setShowsAll(true)
    const [first] = problems.filter((one) => event.status === 'published' || isUnsendable(one))
    if (first && !said.includes(first)) return goTo(first)
    state.submit()
  }
  const editor: Editor = {
    club,
    event,
    form,
    fields: { fields: eventFields, labels: eventLabels, form, typed, problemAt },
    typed,
    problemAt,
    tellGuests,
    onNotifyGuests,
    onPartSaved: (saved) => {
      changes.show(saved)
      show(saved)
    },
  }
  const { tab, tabs } = tabsOf(editorTabOf(inAddress), parts)
  const isForm = tab !== 'people' && tab !== 'money'
  const badge = badgeWords[event.badge]
  return (
    <Stack gap="lg">
      <LeaveGuard dirty={() => isDirty.current && (!isDraft || isUnsavable)} hasSections />
      <PageHeader
        title={<EventTitle event={event.fields} />}
        subtitle={
          <Group component="span" gap="4px 12px">
            <Badge component="span" color={badge.color}>
              {badge.label()}
            </Badge>
            {whenWords(timesOf(event), 'dated')}
          </Group>
        }
        actions={parts.actions?.(event)}
      />
      {event.status === 'cancelled' ? (
        <Alert color="red" icon={<IconBan />} title={m.event_edit_cancelled_title()}>
          <span style={{ whiteSpace: 'pre-wrap' }} data-own-words>
            {event.cancelTexts && textIn(event.cancelTexts, getLocale())}
          </span>
          <br />
          {m.event_edit_cancelled()}
          {parts.cancellation?.(event)}
        </Alert>
      ) : (
        readOnly && (
          <Alert color="fjord" icon={<IconEye />}>
            {m.event_edit_reading()}
          </Alert>
        )
      )}
      <Tabs value={tab} onChange={(value) => onTab(editorTabOf(value))} keepMounted={false}>
        <TabRow selected={tab}>
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {tabWords[one]()}
            </Tabs.Tab>
          ))}
        </TabRow>
        <form noValidate aria-label={m.event_edit_form()} onSubmit={(submit) => (submit.preventDefault(), onSave())}>
          <fieldset role="presentation" disabled={readOnly} style={{ minInlineSize: 0 }}>
            <Tabs.Panel value="what">
              <WhatTab {...editor} />
            </Tabs.Panel>
            <Tabs.Panel value="when">
              <WhenTab {...editor} />
            </Tabs.Panel>
            <Tabs.Panel value="who">
              <WhoTab {...editor} />
            </Tabs.Panel>
            <Tabs.Panel value="prices">
              <PricesTab {...editor} mayWrite={mayWrite} onChange={(prices) => form.setFieldValue('prices', prices)} />
            </Tabs.Panel>
          </fieldset>
        </form>
        <Tabs.Panel value="people">{parts.people?.(event)}</Tabs.Panel>
        <Tabs.Panel value="money">{parts.money?.(event)}</Tabs.Panel>
      </Tabs>
      {!readOnly && (isForm || isDraft || dirty) && (
        <EditorBar
          still={!isForm}
          club={club}
          event={event}
          typed={typed}
          problems={problems}
          state={state}
          dirty={dirty}
          stuck={isStuck && !busy}
          incomplete={isIncomplete}
          savedAt={savedAt}
          onProblem={goTo}
          onShowProblems={() => setShowsAll(true)}
          onSave={onSave}
          onChanged={show}
          onDeleted={() => (isDirty.current = false)}
        />
      )}
    </Stack>
  )
}

/** The prices on sale that change a lot, early ones and those of members included. */
function bigChangesOf(was: EditedEvent, is: EventFields): PriceQuestion | null {
  const pricesOf = (fields: EditedEvent['fields']) =>
    fields.categories.flatMap((category) =>
      [category, ...category.phases].flatMap((one) => {
        const name = [category, ...(one === category ? [] : [one])].map((each) => textIn(each.name, getLocale()))
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

/** The problems by which the server refused an event; null for another error. */
function problemsOf(error: unknown): EventProblem[] | null {
  if (!(error instanceof ApiProblem) || error.code !== 'event_invalid') return null
  const problems = error.data['problems']
  return Array.isArray(problems) ? problems.flatMap((one) => EventProblem.safeParse(one).data ?? []) : []
}

function tabsOf(wanted: EditorTab, { people, money }: EditorParts) {
  const tabs: EditorTab[] = ['what', 'when', 'who', 'prices']
  if (people) tabs.push('people')
  if (money) tabs.push('money')
  return { tabs, tab: tabs.includes(wanted) ? wanted : ('what' as const) }
}

/** Times as the saved event has them, for words that want moments. */
const timesOf = ({ fields: { startsAt, endsAt } }: EditedEvent) => ({
  startDate: `${startsAt}:00Z`,
  endDate: `${endsAt}:00Z`,
  timeZone: 'UTC',
})

/** Focuses a field once its tab is open. */
function focusPath(path: string, frames = 60): void {
  requestAnimationFrame(() => {
    const place = [...document.querySelectorAll<HTMLElement>('[data-path]')].find(
      (one) => one.dataset.path === path && one.checkVisibility(),
    )
    const focusable = 'input, textarea, select, button'
    const field = place?.matches(focusable) ? place : place?.querySelector<HTMLElement>(focusable)
    if (!field) return void (frames > 0 && focusPath(path, frames - 1))
    field.focus()
    field.scrollIntoView({ block: 'center' })
  })
}
