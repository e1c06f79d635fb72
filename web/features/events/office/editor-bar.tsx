import { Box, Button, Group, List, Menu, Paper, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconChevronUp, IconDots } from '#web/ui/icons/index.ts'
import { useState } from 'react'
import type { EditedEvent } from '#contract/events/office.ts'
import { currentIn, isUnreachable } from '#web/api/client.ts'
import { FormFoot } from '#web/forms/form-foot.tsx'
import { problemText } from '#web/api/problem-text.ts'
import { paths } from '#web/paths.ts'
import { QuestionDialog } from '#web/ui/dialogs/question-dialog.tsx'
import { ButtonLink, PlainLink, useNavigateTo } from '#web/ui/link.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { clockOf, formatList, formatTime, momentWords } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import c from './event-editor.module.css'
import type { useEventForm } from './event-form.ts'
import { fieldsOf, unsendable, type EventValues } from './event-values.ts'
import { faultWords, placeWords, type ShownProblem } from './event-words.ts'
import { titleOf } from './listed-words.ts'
import { useEventChanges } from './queries.ts'
import { showFailure } from '#web/api/toasts.ts'
import { whenDone } from '#web/api/query-client.ts'
import { readersText } from '#web/parts/local-text.tsx'

interface Props {
  /** It stays at the end of the page: a list has a bar of its own at the bottom of the window. */
  readonly still: boolean
  readonly club: { readonly id: string; readonly key: string }
  readonly event: EditedEvent
  readonly form: ReturnType<typeof useEventForm>
  readonly onProblem: (problem: ShownProblem) => void
}

type Question = 'publish' | 'withdraw' | 'delete'

/** The foot of the editor: whether it is saved, what is left to do, and what comes next. */
export function EditorBar(props: Props) {
  const { still, club, event, form, onProblem } = props
  const { problems, state, onSave } = form
  const { busy, failure, typed, dirty, stuck } = state
  const { publish, withdraw, discard } = useEventChanges(club.id)
  const go = useNavigateTo()
  const [asking, setAsking] = useState<Question | null>(null)
  // Changes that could not be saved are not published either.
  if (asking === 'publish' && stuck) setAsking(null)
  const title = titleOf(fieldsOf(typed))
  const isDraft = event.status === 'draft'
  const taken = event.sold + event.held
  const free = freeOf(typed)
  const ask = (question: Question) => {
    if (question !== 'publish') return setAsking(question)
    form.showAll()
    const [first] = problems
    if (first) return onProblem(first)
    if (dirty && !busy) onSave()
    setAsking(question)
  }
  const close = () => setAsking(null)
  // Others' saves are in `event` before they are in the form.
  const seen = { eventId: event.id, version: Number(state.version) }
  const handlers = {
    onSettled: close,
    onError: (error: unknown) => {
      const current = currentIn<EditedEvent>(error)
      if (current) form.takeChange(current)
      showFailure(error)
    },
  }
  const changed = (message: string) => (saved: EditedEvent) => {
    form.show(saved)
    showToast({ message })
  }
  return (
    <Paper component="section" className={c.bar ?? ''} data-still={still || undefined} aria-label={m.event_edit_form()}>
      <FormFoot state={isDraft ? { ...state, failure: null } : state} failedTitle={m.event_edit_not_saved()}>
        <div className={c.line}>
          <Group gap="4px 12px" className={c.said ?? ''}>
            <Text
              size="sm"
              className={c.status ?? ''}
              c={isDraft && stuck ? 'var(--mantine-color-error)' : 'dimmed'}
              role="status"
            >
              {saveStatusWords(props)}
            </Text>
            {isDraft && failure && stuck && (
              <Button variant="default" size="compact-sm" onClick={onSave}>
                {m.action_retry()}
              </Button>
            )}
            <Problems {...props} />
          </Group>
          <Group gap="xs">
            <ButtonLink variant="default" visibleFrom="sm" to={paths.officeEventPreview(club.key, event.id)}>
              {m.event_edit_preview()}
            </ButtonLink>
            <Menu position="top-end">
              <Menu.Target>
                <Button variant="default" aria-label={m.event_edit_more()}>
                  <IconDots size={18} stroke={1.7} aria-hidden />
                  <Box component="span" ml={8} visibleFrom="sm">
                    {m.event_edit_more()}
                  </Box>
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item hiddenFrom="sm" component={PlainLink} to={paths.officeEventPreview(club.key, event.id)}>
                  {m.event_edit_preview()}
                </Menu.Item>
                {isDraft ? (
                  <Menu.Item color="red" disabled={event.publishedAt !== null} onClick={() => ask('delete')}>
                    {m.event_edit_delete()}
                  </Menu.Item>
                ) : (
                  <>
                    <Menu.Item disabled={taken > 0} onClick={() => ask('withdraw')}>
                      {m.event_edit_withdraw()}
                    </Menu.Item>
                    <Menu.Item color="red" component={PlainLink} to={paths.cancelEvent(club.key, event.id)}>
                      {m.event_cancel_menu()}
                    </Menu.Item>
                  </>
                )}
              </Menu.Dropdown>
            </Menu>
            {isDraft ? (
              <Button onClick={() => ask('publish')}>{m.event_edit_publish()}</Button>
            ) : (
              <Button onClick={onSave} loading={busy} disabled={!dirty && !stuck}>
                {m.event_edit_save()}
              </Button>
            )}
          </Group>
        </div>
      </FormFoot>
      <QuestionDialog
        isGood
        opened={asking === 'publish'}
        title={m.event_edit_publish_title({ title })}
        confirm={m.event_edit_publish()}
        keep={m.event_edit_keep_draft()}
        busy={publish.isPending || busy || dirty}
        onConfirm={() =>
          whenDone(publish.mutateAsync(seen), { ...handlers, onSuccess: changed(m.event_edit_published({ title })) })
        }
        onClose={close}
      >
        <List spacing={4}>
          {[
            ...publishMeans(typed),
            ...(free ? [m.event_edit_publish_free({ names: free })] : []),
            ...(event.testMode ? [m.event_edit_publish_tests()] : []),
          ].map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
      </QuestionDialog>
      <QuestionDialog
        opened={asking === 'withdraw'}
        title={m.event_edit_withdraw_title({ title })}
        confirm={m.event_edit_withdraw()}
        keep={m.event_edit_keep_published()}
        busy={withdraw.isPending}
        onConfirm={() =>
          whenDone(withdraw.mutateAsync(seen), { ...handlers, onSuccess: changed(m.event_edit_withdrawn({ title })) })
        }
        onClose={close}
      >
        {m.event_edit_withdraw_means()}
      </QuestionDialog>
      <QuestionDialog
        opened={asking === 'delete'}
        title={m.event_edit_delete_title({ title })}
        confirm={m.event_edit_delete()}
        keep={m.event_edit_delete_keep()}
        busy={discard.isPending}
        onConfirm={() =>
          whenDone(discard.mutateAsync({ eventId: event.id }), {
            ...handlers,
            onSuccess: () => {
              state.discard()
              showToast({ message: m.event_edit_deleted({ title }) })
            },
            onSuccessHere: () => void go(paths.officeEvents(club.key, { tab: 'drafts' }), { replace: true }),
          })
        }
        onClose={close}
      >
        {m.event_edit_delete_means()}
      </QuestionDialog>
    </Paper>
  )
}

function saveStatusWords({ event, form }: Props): string {
  const { busy, failure, dirty, stuck, savedAt, typed } = form.state
  if (busy) return m.event_edit_saving()
  // Without a connection the page says so anyway, and a phone has little room.
  if (event.status === 'draft' && failure && stuck && !isUnreachable(failure))
    return `${m.event_edit_not_saved()}. ${problemText(failure)}`
  if (stuck || (dirty && unsendable(typed).length > 0)) return m.event_edit_not_saved()
  if (dirty) return m.event_edit_unsaved()
  return savedAt ? m.event_edit_saved_at({ time: formatTime(savedAt.toISOString()) }) : m.event_edit_no_changes()
}

/** Open problems, each a link to its field. */
function Problems({ form: { problems, state, showAll }, onProblem }: Props) {
  const { typed } = state
  const free = freeOf(typed)
  if (problems.length === 0)
    return (
      <Group gap={4} wrap="nowrap" c="var(--mantine-color-teal-light-color)" fz="sm" component="span">
        <IconCheck size={18} stroke={1.7} aria-hidden />
        {[m.event_edit_problems_none(), free && m.event_edit_free({ names: free })].filter(Boolean).join('. ')}
      </Group>
    )
  const fields = fieldsOf(typed)
  return (
    <Menu position="top-start" width={360} onOpen={showAll} returnFocus={false}>
      <Menu.Target>
        <Button
          variant="light"
          color="coral"
          leftSection={<IconAlertTriangle size={18} stroke={1.7} />}
          rightSection={<IconChevronUp size={16} stroke={1.7} />}
        >
          {m.event_edit_problems({ count: problems.length })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="60dvh" style={{ overflowY: 'auto' }}>
        {problems.map((problem) => (
          <Menu.Item key={`${problem.path} ${problem.fault}`} onClick={() => onProblem(problem)}>
            {m.event_edit_problem_at({ place: placeWords(problem.path, fields), problem: faultWords(problem) })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The categories that cost nothing. */
const freeOf = (typed: EventValues): string =>
  formatList(
    fieldsOf(typed)
      .categories.filter(({ closed, price }) => !closed && price === 0)
      .map(({ name }) => readersText(name) || m.event_edit_category_untitled()),
  )

/** The effect of publishing: from when people see it, and from when they register. */
function publishMeans({ publicFrom, saleFrom, timeZone }: EventValues): string[] {
  const words = (local: string) => momentWords(`${local}:00Z`, 'UTC')
  const now = clockOf(new Date(), timeZone).slice(0, 16).replace(' ', 'T')
  const isLater = publicFrom > now
  return [
    isLater ? m.event_edit_publish_means_from({ date: words(publicFrom) }) : m.event_edit_publish_means_now(),
    saleFrom > now && saleFrom > publicFrom
      ? m.event_rule_not_started({ date: words(saleFrom) })
      : m.event_edit_publish_sale_now(),
  ]
}
