import { Button } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { m } from '#words/messages.js'

/** A question of somebody who is not signed in, on its way. */
export interface Asked {
  /** The club's name. */
  readonly club: string
  readonly email: string
}

/** What comes of a question that was asked without signing in. */
export function VisitorAsked({ club, email, onAgain }: Asked & { readonly onAgain: () => void }) {
  const area = useRef<HTMLDivElement>(null)
  // Reading goes on with what came of it.
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
