import { Alert, Button, Stack, Title } from '@mantine/core'
import { IconLogin2, IconMailForward } from '#web/ui/icons/index.ts'
import { useEffect, useRef, useState } from 'react'
import { visitors } from '#contract/conversations/visitors.ts'
import { Panel } from '#web/ui/panel.tsx'
import { call } from '#web/api/client.ts'
import { upload } from '#web/api/files.ts'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { useIsUnmounted } from '#web/ui/use-is-unmounted.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { m } from '#words/messages.js'
import { QuestionForm, type Asking } from '../question-form.tsx'
import c from '../contact.module.css'
import { useMessageDraft } from '../message-draft.ts'
import { usePass } from './use-pass.ts'

interface Props extends Asking {
  readonly place: string
  /** Returns here after signing in; the draft survives. */
  readonly onSignIn: () => void
}

/** The question form for visitors, with a prompt to sign in. Keyed by `place`. */
export function VisitorContact({ onSignIn, ...question }: Props) {
  const [sent, setSent] = useState<SentQuestion | null>(null)
  const askingAgain = useRef(false)
  const askAgain = () => {
    askingAgain.current = true
    setSent(null)
  }
  const focusHeading = (heading: HTMLElement | null) => {
    if (!askingAgain.current || !heading) return
    askingAgain.current = false
    heading.focus()
  }
  if (sent)
    return (
      <Panel>
        <QuestionSent {...sent} onAgain={askAgain} />
      </Panel>
    )
  return (
    <Stack gap="md">
      <Alert color="fjord" icon={<IconLogin2 stroke={1.7} />}>
        <div className={c.signIn}>
          <span>{m.ask_sign_in_explained()}</span>
          <Button variant="default" onClick={onSignIn}>
            {m.welcome_sign_in()}
          </Button>
        </div>
      </Alert>
      <Panel>
        <Title ref={focusHeading} order={2} tabIndex={-1} mb="md">
          {m.ask_new()}
        </Title>
        <VisitorQuestion {...question} onAsked={setSent} />
      </Panel>
    </Stack>
  )
}

interface VisitorQuestionProps extends Asking {
  /** Draft key; also the component's React key. */
  readonly place: string
  readonly onAsked: (sent: SentQuestion) => void
}

function VisitorQuestion({ place, onAsked, ...asking }: VisitorQuestionProps) {
  const draft = useMessageDraft(place, null)
  const pass = usePass(draft)
  const unmounted = useIsUnmounted()
  return (
    <QuestionForm
      {...asking}
      draft={draft}
      visitor
      notice={pass.filesLost ? m.ask_files_lost() : null}
      // A further question by the same person.
      carryOver={['name', 'email']}
      onInput={pass.prefetch}
      files={{
        attach: (file, name, onShare) =>
          pass.with((held) => upload(visitors.attach, { pass: held, name }, file, onShare)),
        detach: (attachmentId) =>
          pass.with((held) => call(visitors.detach, { attachmentId, pass: held }), [attachmentId]),
      }}
      onAsk={async (question, attachmentIds, token) => {
        await pass.with((held) => call(visitors.ask, { ...question, attachmentIds, token, pass: held }), attachmentIds)
        pass.clear()
        if (unmounted.current) showToast({ message: m.ask_sent_title() })
        onAsked({
          club: asking.clubs?.known.find(({ id }) => id === question.orgId)?.name ?? '',
          email: question.email,
        })
      }}
    />
  )
}

interface SentQuestion {
  readonly club: string
  readonly email: string
}

function QuestionSent({ club, email, onAgain }: SentQuestion & { readonly onAgain: () => void }) {
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const heading = area.current?.querySelector('h2')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus()
  }, [])
  return (
    <div ref={area} role="status">
      <EmptyState
        icon={<IconMailForward size={40} stroke={1.5} />}
        title={m.ask_sent_title()}
        actions={
          <Button variant="default" onClick={onAgain}>
            {m.ask_again()}
          </Button>
        }
      >
        {m.ask_sent_visitor({ club, email })}
      </EmptyState>
    </div>
  )
}
