import { Button } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { paths } from '#web/paths.ts'
import { DateChip } from '#web/ui/cards/cover-card.tsx'
import { PlainLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { chipOf, whenWords } from '#web/ui/words/when-words.ts'
import { m } from '#words/messages.js'
import type { TicketGroup } from './group-tickets.ts'
import c from './tickets.module.css'

/** Events that are shown at once. */
const PART = 8

/** What is over, newest first: a line each. */
export function PastList({ groups }: { groups: readonly TicketGroup[] }) {
  const [shown, setShown] = useState(PART)
  return (
    <Panel title={m.tickets_past()}>
      <ul className={c.past}>
        {groups.slice(0, shown).map((group) => (
          <li key={group.event.id}>
            <PastRow group={group} />
          </li>
        ))}
      </ul>
      {groups.length > shown && (
        <Button variant="default" mt="md" onClick={() => setShown(shown + 4 * PART)}>
          {m.action_show_more()}
        </Button>
      )}
    </Panel>
  )
}

function PastRow({ group: { event, tickets } }: { group: TicketGroup }) {
  return (
    <PlainLink to={paths.ticketsOf(event.orgKey, event.id)} className={c.pastRow}>
      <DateChip {...chipOf(event)} />
      <span className={c.words}>
        <span className={c.pastTitle}>{event.title}</span>
        <small>{whenWords(event, 'dated')}</small>
        <small>{tickets.length === 1 ? tickets[0]!.memberName : m.tickets_of({ count: tickets.length })}</small>
      </span>
      <IconChevronRight size={18} stroke={1.7} aria-hidden />
    </PlainLink>
  )
}
