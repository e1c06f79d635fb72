import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { IconLinkOff } from '#web/ui/icons/index.ts'
import type { ReactNode } from 'react'
import type { Thread } from '#contract/conversations/answers.ts'
import { visitors } from '#contract/conversations/visitors.ts'
import { ApiProblem, call } from '#web/api/client.ts'
import { QueryError } from '#web/parts/query-error.tsx'
import { problemText } from '#web/api/problem-text.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { ThreadSkeleton } from '#web/ui/loading/skeleton-list.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import { Composer } from '../composer.tsx'
import { messagesOf, showVisitorAnswer, visitorThreadQuery } from '../queries.ts'
import { ThreadView } from '../thread-view.tsx'
import c from '../thread-view.module.css'
import contactStyles from '../contact.module.css'
import { ThreadHead } from '../thread-head.tsx'

/** A visitor's thread, opened with the link from an email. */
export function VisitorThread({ link, renderHead }: { link: string; renderHead: (thread: Thread) => ReactNode }) {
  const cache = useQueryClient()
  const { data, error, isFetching, refetch, ...pages } = useInfiniteQuery(visitorThreadQuery(link))
  if (!data && error instanceof ApiProblem && error.code === 'thread_link_invalid')
    return (
      <div data-missing>
        <EmptyState
          icon={<IconLinkOff size={40} stroke={1.5} />}
          title={m.thread_link_invalid_title()}
          actions={<ButtonLink to={paths.contactUs()}>{m.ask_new()}</ButtonLink>}
        >
          {problemText(error)}
        </EmptyState>
      </div>
    )
  if (!data && error) return <QueryError query={{ error, isFetching, refetch }} />
  if (!data)
    return (
      <div className={c.waiting}>
        <ThreadSkeleton />
      </div>
    )
  const { thread } = data.pages[0]!
  return (
    <>
      {renderHead(thread)}
      <ThreadView
        messages={messagesOf(data.pages)}
        side="asker"
        label={m.thread_label({ subject: thread.subject })}
        read={async (attachmentId) => (await call(visitors.attachment, { attachmentId, link })).blob}
        loadingBefore={pages.isFetchingNextPage}
        onBefore={pages.hasNextPage ? () => pages.fetchNextPage() : undefined}
      />
      <Composer
        key={thread.id}
        place={`link:${thread.id}`}
        memberId={null}
        label={m.composer_to({ club: thread.club.name })}
        files={null}
        onSend={async ({ text, token }) =>
          showVisitorAnswer(cache, link, await call(visitors.write, { link, text, token }))
        }
      />
    </>
  )
}

export const VisitorThreadPanel = ({ link }: { link: string }) => (
  <Panel className={contactStyles.thread ?? ''} padding={0}>
    <VisitorThread link={link} renderHead={(thread) => <ThreadHead thread={thread} />} />
  </Panel>
)
