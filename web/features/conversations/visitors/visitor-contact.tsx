import { Button, Stack, Title } from '@mantine/core'
import { IconLogin2 } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { Callout } from '#web/ui/callout.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import type { Asking } from '../ask-form.tsx'
import c from '../contact.module.css'
import { VisitorAsk } from './visitor-ask.tsx'
import { VisitorAsked, type Asked } from './visitor-asked.tsx'

interface Props extends Asking {
  readonly place: string
  /** Comes back here; what was typed is still there. */
  readonly onSignIn: () => void
}

/** Asking a club before the sign-in, or without any. The component is keyed by the place. */
export function VisitorContact({ onSignIn, ...question }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const again = useRef(false)
  const askAgain = () => {
    again.current = true
    setAsked(null)
  }
  const readOn = (heading: HTMLElement | null) => {
    if (!again.current || !heading) return
    again.current = false
    heading.focus()
  }
  if (asked)
    return (
      <Panel>
        <VisitorAsked {...asked} onAgain={askAgain} />
      </Panel>
    )
  return (
    <Stack gap="md">
      <Callout color="fjord" icon={<IconLogin2 stroke={1.7} />}>
        <div className={c.doors}>
          <span>{m.ask_sign_in_explained()}</span>
          <Button variant="default" onClick={onSignIn}>
            {m.welcome_sign_in()}
          </Button>
        </div>
      </Callout>
      <Panel>
        <Title ref={readOn} order={2} tabIndex={-1} mb="md">
          {m.ask_new()}
        </Title>
        <VisitorAsk {...question} onAsked={setAsked} />
      </Panel>
    </Stack>
  )
}
