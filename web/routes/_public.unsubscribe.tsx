import { Button } from '@mantine/core'
import { createFileRoute, useSearch } from '@tanstack/react-router'
import { m } from '#words/messages.js'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconLinkOff, IconMailCheck, IconMailOff, IconMailQuestion } from '#web/ui/icons/index.ts'
import { useEffect, useRef, type ReactNode } from 'react'
import { messages, type Subscription } from '#contract/notifications/messages.ts'
import { ApiProblem, call } from '#web/api/client.ts'
import { QueryError } from '#web/parts/query-error.tsx'
import { queryKeys } from '#web/api/query-client.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { kindInSentence, kindText } from '#web/features/notifications/message-words.ts'
import { showFailure } from '#web/api/toasts.ts'

export const Route = createFileRoute('/_public/unsubscribe')({
  component: UnsubscribePage,
  staticData: { name: 'unsubscribe', title: m.title_unsubscribe },
})

function UnsubscribePage() {
  const { token } = useSearch({ strict: false }) as { token?: string }
  return <Unsubscribe key={token} token={token ?? ''} />
}

const PreferencesLink = ({ variant = 'default' }: { variant?: 'default' | 'filled' }) => (
  <ButtonLink to={paths.messagePreferences()} variant={variant}>
    {m.unsubscribe_choose()}
  </ButtonLink>
)

/** Opening the link changes nothing, because mail scanners open links, too. */
function Unsubscribe({ token }: { token: string }) {
  const cache = useQueryClient()
  const queryKey = [...queryKeys.messages, 'subscription', token]
  const {
    data: subscription,
    error,
    isFetching,
    refetch,
  } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(messages.subscription, { token }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: token !== '',
  })
  const change = useMutation({
    mutationFn: (wanted: boolean): Promise<Subscription> =>
      wanted
        ? call(messages.resubscribe, { token })
        : call(messages.unsubscribe, { token, 'List-Unsubscribe': 'One-Click' }),
    onSuccess: (changed) => {
      cache.setQueryData(queryKey, changed)
      void cache.invalidateQueries({ queryKey: queryKeys.messages })
    },
    onError: showFailure,
  })

  if (token === '' || (error instanceof ApiProblem && error.code === 'unsubscribe_link_invalid')) {
    return (
      <Panel>
        <EmptyState
          order={1}
          icon={<IconLinkOff size={40} stroke={1.5} />}
          title={m.unsubscribe_invalid_title()}
          actions={<PreferencesLink variant="filled" />}
        >
          {m.problem_unsubscribe_link_invalid()}
        </EmptyState>
      </Panel>
    )
  }
  if (error && !subscription) return <QueryError query={{ error, isFetching, refetch }} />
  if (!subscription) return <SkeletonList rows={1} height={360} />

  const kind = kindInSentence(subscription.kind)
  const button = (wanted: boolean, label: string, variant: 'filled' | 'light') => (
    <Button variant={variant} loading={change.isPending} onClick={() => change.mutate(wanted)}>
      {label}
    </Button>
  )
  if (!subscription.wanted) {
    return (
      <Result
        key="done"
        changed={change.isSuccess}
        icon={<IconMailOff aria-hidden size={40} stroke={1.5} />}
        title={m.unsubscribe_done_title({ kind })}
        text={m.unsubscribe_done()}
        actions={button(true, m.unsubscribe_undo(), 'light')}
      />
    )
  }
  const resubscribed = change.isSuccess
  return (
    <Result
      key={String(resubscribed)}
      changed={resubscribed}
      icon={
        resubscribed ? (
          <IconMailCheck aria-hidden size={40} stroke={1.5} />
        ) : (
          <IconMailQuestion aria-hidden size={40} stroke={1.5} />
        )
      }
      title={resubscribed ? m.unsubscribe_undone_title({ kind }) : m.unsubscribe_question_title({ kind })}
      text={resubscribed ? m.unsubscribe_undone() : m.unsubscribe_question({ text: kindText(subscription.kind) })}
      actions={button(false, m.unsubscribe_button(), resubscribed ? 'light' : 'filled')}
    />
  )
}

interface ResultProps {
  /** The user just changed it. */
  readonly changed: boolean
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
  readonly actions: ReactNode
}

function Result({ changed, icon, title, text, actions }: ResultProps) {
  const panel = useRef<HTMLDivElement>(null)
  // Moves the focus to the result.
  useEffect(() => {
    if (changed) panel.current?.querySelector<HTMLElement>('h1')?.focus()
  }, [changed])
  return (
    <div ref={panel}>
      <Panel>
        <EmptyState
          order={1}
          icon={icon}
          title={title}
          actions={
            <>
              {actions}
              <PreferencesLink />
            </>
          }
        >
          {text}
        </EmptyState>
      </Panel>
    </div>
  )
}
