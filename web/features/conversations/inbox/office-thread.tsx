import { useInfiniteQuery } from '@tanstack/react-query'
import { IconMessageOff, IconTemplate } from '#web/ui/icons/index.ts'
import { type Ref, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '@mantine/core'
import type { OfficeConversation, OfficeThread as Thread } from '#contract/conversations/office.ts'
import { ApiProblem } from '#web/api/client.ts'
import { QueryError } from '#web/parts/query-error.tsx'
import { useIsReadOnly } from '#web/api/read-only.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { useOnScreen } from '#web/ui/on-screen.ts'
import { ThreadSkeleton } from '#web/ui/loading/skeleton-list.tsx'
import { lazyDialog } from '#web/ui/dialogs/lazy-dialog.tsx'
import { m } from '#words/messages.js'
import { Composer, type ComposerHandle, type OutgoingMessage } from '../composer.tsx'
import { memberFiles, messagesOf, readFile } from '../queries.ts'
import { ThreadView } from '../thread-view.tsx'
import { replyReaches, ContactCard } from './contact-card.tsx'
import { OfficeNotes } from './office-notes.tsx'
import c from './office-thread.module.css'
import { answerPlace, officeThreadQuery, useAnswer, useMarkRead } from './queries.ts'
import { type Pane, ThreadHead } from './thread-head.tsx'
import { UnsentAnswer } from './unsent-answer.tsx'

const TemplateDialog = lazyDialog(async () => (await import('./template-dialog.tsx')).TemplateDialog)

interface Props {
  readonly club: { readonly id: string; readonly key: string; readonly name: string }
  readonly threadId: string
  /** URL of the list, which phones show instead of the thread. */
  readonly listPath: string
  /** Whether to focus the thread's heading; true once. */
  readonly takesFocus: () => boolean
  readonly memberId: string
}

/** A thread with what the office needs to answer it: the sender's card and internal notes. */
export function OfficeThread(props: Props) {
  const { club, threadId } = props
  const pages = useInfiniteQuery(officeThreadQuery(club.id, threadId))
  if (pages.data) return <Shown {...props} pages={pages.data.pages} query={pages} />
  if (pages.error instanceof ApiProblem && pages.error.code === 'thread_not_found') {
    return (
      <EmptyState
        icon={<IconMessageOff size={40} stroke={1.5} />}
        title={m.thread_missing_title()}
        actions={<ButtonLink to={props.listPath}>{m.inbox_back()}</ButtonLink>}
      >
        {m.inbox_missing()}
      </EmptyState>
    )
  }
  if (pages.error) {
    return (
      <QueryError
        query={pages}
        actions={
          <ButtonLink variant="default" to={props.listPath}>
            {m.inbox_back()}
          </ButtonLink>
        }
      />
    )
  }
  return (
    <div className={c.loading}>
      <ThreadSkeleton />
    </div>
  )
}

interface ShownProps extends Props {
  readonly pages: readonly OfficeConversation[]
  readonly query: {
    readonly dataUpdatedAt: number
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => Promise<unknown>
  }
}

function Shown({ club, threadId, listPath, takesFocus, memberId, pages, query }: ShownProps) {
  const [pane, setPane] = useState<Pane>('messages')
  const composer = useRef<ComposerHandle>(null)
  const [templates, setTemplates] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const answer = useAnswer(club.id, threadId)
  const { thread, notes, unsent } = pages[0]!
  const newest = pages[0]!.messages.at(-1)?.id
  // No toasts for the thread on screen.
  useOnScreen(`thread:${threadId}`)
  const readOnly = useIsReadOnly()
  useReadMark(club.id, thread, readOnly ? undefined : newest)

  const reached = replyReaches(thread.asker) !== 'nobody'

  const send = (close: boolean) => (message: OutgoingMessage) =>
    answer.mutateAsync({ ...message, lastSeen: newest ?? threadId, close })

  return (
    <div className={c.thread} data-pane={pane}>
      <ThreadHead
        club={club}
        thread={thread}
        lastSeen={newest ?? threadId}
        listPath={listPath}
        takesFocus={takesFocus}
        pane={pane}
        onPane={setPane}
      />
      <div className={c.talk}>
        <ThreadView
          side="club"
          read={readFile}
          messages={messagesOf(pages)}
          label={m.inbox_messages({ subject: thread.subject })}
          onBefore={query.hasNextPage ? () => query.fetchNextPage() : undefined}
          loadingBefore={query.isFetchingNextPage}
        />
        {unsent && (
          <UnsentAnswer
            key={unsent.id}
            orgId={club.id}
            threadId={threadId}
            answer={unsent}
            since={query.dataUpdatedAt}
            onStopped={() => composer.current?.focus()}
          />
        )}
        {readOnly ? null : reached ? (
          <Composer
            key={threadId}
            ref={composer}
            place={answerPlace(threadId)}
            files={memberFiles}
            memberId={memberId}
            label={m.inbox_answer_to({ name: thread.asker.name })}
            sendLabel={m.inbox_answer()}
            onSend={send(false)}
            other={{ label: m.inbox_answer_and_close(), onSend: send(true) }}
            tools={<TemplateButton ref={button} onOpen={() => setTemplates(true)} />}
          />
        ) : (
          <p className={c.unanswerable}>{m.inbox_card_forgotten()}</p>
        )}
        <TemplateDialog
          opened={templates}
          orgId={club.id}
          orgKey={club.key}
          filling={{ name: thread.asker.name, club: club.name }}
          onClose={() => {
            setTemplates(false)
            button.current?.focus()
          }}
          onInsert={(text) => {
            setTemplates(false)
            composer.current?.insert(text)
          }}
        />
      </div>
      <aside className={c.side} aria-label={m.inbox_beside()}>
        <section className={c.card} aria-label={m.inbox_pane_card()}>
          <h3 className={c.title}>{m.inbox_pane_card()}</h3>
          <ContactCard orgId={club.id} thread={thread} />
        </section>
        <section className={c.notes} aria-label={m.inbox_pane_notes()}>
          <h3 className={c.title}>{m.inbox_pane_notes()}</h3>
          <OfficeNotes orgId={club.id} threadId={threadId} notes={notes} />
        </section>
      </aside>
    </div>
  )
}

/** Opens the answer templates. The dialog isn't in the composer's form, as submitting it would also send the answer. */
const TemplateButton = ({ onOpen, ref }: { onOpen: () => void; ref: Ref<HTMLButtonElement> }) => (
  <Button
    ref={ref}
    variant="subtle"
    leftSection={<IconTemplate size={18} stroke={1.7} />}
    aria-haspopup="dialog"
    onClick={onOpen}
  >
    {m.inbox_templates()}
  </Button>
)

/** Marks a thread as read up to its newest message while the page is visible, once per message. */
function useReadMark(orgId: string, thread: Thread, newest: string | undefined): void {
  const { mutate } = useMarkRead(orgId, thread.id)
  const markedUpTo = useRef<string>(undefined)
  const unread = thread.unread > 0
  const markRead = useEffectEvent((upTo: string) => {
    if (markedUpTo.current === upTo || document.visibilityState !== 'visible') return
    markedUpTo.current = upTo
    mutate(upTo, {
      onError: () => {
        // Still unread: retry when the page is next shown.
        markedUpTo.current = undefined
      },
    })
  })
  useEffect(() => {
    if (!unread || !newest) return
    markRead(newest)
    const onVisible = () => markRead(newest)
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [newest, unread])
}
