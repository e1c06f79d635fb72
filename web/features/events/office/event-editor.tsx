import { Alert, Badge, Group, Stack, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconAlertCircle, IconBan, IconEye } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { textIn } from '#contract/local-text.ts'
import { type EditedEvent, EventProblem } from '#contract/office-events.ts'
import { ApiProblem } from '#web/api/client.ts'
import { useEditedForm } from '#web/api/edited-form.ts'
import { LeaveGuard } from '#web/api/leave-guard.tsx'
import { problemText } from '#web/api/problem-text.ts'
import { QueryError } from '#web/api/query-error.tsx'
import { showUndo } from '#web/api/undo.ts'
import { paths } from '#web/paths.ts'
import { ErrorPanel } from '#web/ui/empty-state.tsx'
import { ChangedMeanwhile } from '#web/ui/fields/changed-meanwhile.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { whenWords } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { getLocale } from '#words/runtime.js'
import { EditorBar } from './editor-bar.tsx'
import type { Editor, EventClub } from './editor.ts'
import {
  badgeWords,
  type EditorTab,
  editorTabOf,
  faultWords,
  type ShownProblem,
  tabOfPath,
  titleOf,
} from './event-words.ts'
import {
  editedFields,
  type EventValues,
  fieldsOf,
  missingTimes,
  problemsWhileTyping,
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

/** How long after the last key a draft is saved. */
const pauseMs = 1500

/** What is missing in what was not filled in yet is said when it is asked for. */
const saidLater = new Set(['title_missing', 'name_missing', 'category_missing', 'phase_without_end', 'pool_unused'])

function EventEditor({ club, loaded, event, mayWrite, tab: inAddress, onTab, parts = {} }: Props) {
  const changes = useEventChanges(club.id)
  const [said, setSaid] = useState<readonly ShownProblem[]>(loaded.problems)
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const [dirty, setDirty] = useState(false)
  const isDirty = useRef(false)
  const [showsAll, setShowsAll] = useState(loaded.status === 'published')
  const readOnly = !mayWrite || event.status === 'cancelled'
  const isDraft = event.status === 'draft'
  const state = useEditedForm<EventValues, EditedEvent>({
    name: `edited event ${loaded.id}`,
    record: loaded,
    versionOf: ({ version }) => version,
    valuesOf: (one) => valuesOf(one ?? loaded),
    fieldsOf: editedFields,
    validate: () => ({}),
    send: async (values, version) => {
      try {
        const base = { id: loaded.id, version: Number(version) }
        const saved = await changes.save.mutateAsync({ fields: fieldsOf(values), base })
        setSaid(saved.problems)
        return saved
      } catch (error) {
        setSaid(problemsOf(error) ?? said)
        throw error
      }
    },
    fieldOf: (problem) => (problemsOf(problem) ? 'refused' : null),
    onSaved: (saved, before) => {
      setSavedAt(new Date())
      if (saved.status === 'draft') return
      const undo = async () => {
        const base = { id: saved.id, version: saved.version }
        const restored = await changes.save.mutateAsync({ fields: fieldsOf(before), base })
        setSaid(restored.problems)
        state.takeSaved(restored)
      }
      showUndo(m.event_edit_saved(), undo)
    },
    onDirtyChange: (changed) => {
      isDirty.current = changed
      setDirty(changed)
      setTyped(state.form.getValues())
    },
  })
  const { form, conflict, failure, busy } = state
  const [typed, setTyped] = useState<EventValues>(() => form.getValues())
  const problems = useMemo(() => problemsWhileTyping(typed, said), [typed, said])
  const refused = form.errors['refused'] !== undefined

  const savesItself =
    isDraft && !readOnly && dirty && !busy && !conflict && !failure && missingTimes(typed).length === 0
  const save = useEffectEvent(() => state.submit())
  const unsaved = savesItself ? typed : null
  useEffect(() => {
    if (!unsaved) return
    const timer = setTimeout(save, pauseMs)
    return () => clearTimeout(timer)
  }, [unsaved])
  const saveOnLeave = useEffectEvent(() => {
    const values = form.getValues()
    if (!isDraft || readOnly || !isDirty.current || conflict || missingTimes(values).length > 0) return
    const base = { id: loaded.id, version: Number(state.version) }
    changes.save
      .mutateAsync({ fields: fieldsOf(values), base })
      .catch((error: unknown) => showToast({ type: 'error', message: problemText(error) }))
  })
  useEffect(() => () => saveOnLeave(), [])

  const problemAt = (path: string) => {
    const problem = problems.find((one) => one.path === path && (showsAll || !saidLater.has(one.fault)))
    return problem && faultWords(problem)
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
    const [first] = problems.filter((one) => event.status === 'published' || one.fault === 'time_missing')
    if (first && !said.includes(first)) goTo(first)
    else state.submit()
  }
  const editor: Editor = {
    club,
    event,
    form,
    typed,
    problemAt,
    onPartSaved: (saved) => {
      changes.show(saved)
      show(saved)
    },
  }
  const { tab, tabs } = tabsOf(editorTabOf(inAddress), parts)
  const badge = badgeWords[event.badge]
  return (
    <Stack gap="lg">
      <LeaveGuard dirty={() => !isDraft && isDirty.current} hasSections />
      <PageHeader
        title={titleOf(event.fields)}
        subtitle={
          <Group component="span" gap="4px 12px">
            <Badge color={badge.color}>{badge.label()}</Badge>
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
        <Tabs.List mb="lg">
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {tabWords[one]()}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <form noValidate aria-label={m.event_edit_form()} onSubmit={(submit) => (submit.preventDefault(), onSave())}>
          <fieldset disabled={readOnly} style={{ minInlineSize: 0 }}>
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
      {conflict && (
        <ChangedMeanwhile
          fields={conflict.fields}
          busy={busy}
          onSave={(taken) => state.saveChosen(conflict.current, taken)}
          onTakeSaved={() => {
            editor.onPartSaved(conflict.current)
            state.takeSaved(conflict.current)
          }}
        />
      )}
      {failure && (
        <Alert role="alert" color="red" icon={<IconAlertCircle />} title={m.event_edit_not_saved()}>
          {problemText(failure)}
        </Alert>
      )}
      {!readOnly && (
        <EditorBar
          club={club}
          event={event}
          typed={typed}
          problems={problems}
          dirty={dirty}
          busy={busy}
          stuck={refused || failure !== null || conflict !== null}
          savedAt={savedAt}
          onProblem={goTo}
          onShowProblems={() => setShowsAll(true)}
          onSave={onSave}
          onChanged={show}
        />
      )}
    </Stack>
  )
}

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
    const [place] = [...document.querySelectorAll<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)].filter((one) =>
      one.checkVisibility(),
    )
    const focusable = 'input, textarea, select, button'
    const field = place?.matches(focusable) ? place : place?.querySelector<HTMLElement>(focusable)
    if (!field) return void (frames > 0 && focusPath(path, frames - 1))
    field.focus()
    field.scrollIntoView({ block: 'center' })
  })
}
