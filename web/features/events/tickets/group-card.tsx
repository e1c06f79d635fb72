import { IconCalendarEvent, IconMapPin } from '@tabler/icons-react'
import { pictureOf } from '#web/api/pictures/event-picture.ts'
import { paths } from '#web/paths.ts'
import { CoverCard } from '#web/ui/cards/cover-card.tsx'
import { Initials } from '#web/ui/initials.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { chipOf, whenWords } from '#web/ui/words/when-words.ts'
import { m } from '#words/messages.js'
import type { TicketGroup } from './group-tickets.ts'
import { TicketStatus } from './ticket-status.tsx'
import c from './tickets.module.css'

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** A coming event with whose tickets there are to it. */
export function GroupCard({ group: { event, tickets } }: { group: TicketGroup }) {
  const { orgKey, id, title, place, orgName } = event
  const [first] = tickets
  const isOne = tickets.length === 1
  const to = isOne && first ? paths.ticket(orgKey, id, first.id) : paths.ticketsOf(orgKey, id)
  return (
    <CoverCard
      hue={event.hue}
      picture={pictureOf(event)}
      title={title}
      to={to}
      tag={event.kind || undefined}
      chip={chipOf(event)}
      facts={[
        { icon: <IconCalendarEvent {...icon} />, text: whenWords(event, 'dated') },
        { icon: <IconMapPin {...icon} />, text: [place, orgName].filter(Boolean).join(' · ') },
      ]}
      action={
        <ButtonLink to={to} size="sm" aria-label={isOne ? m.ticket_show_of({ title }) : m.tickets_show_of({ title })}>
          {isOne ? m.ticket_show() : m.tickets_show()}
        </ButtonLink>
      }
    >
      <ul className={c.people}>
        {tickets.map((ticket) => (
          <li key={ticket.id} className={c.person}>
            <Initials name={ticket.memberName} size={30} light />
            <span className={c.words}>
              {ticket.memberName}
              <small>{ticket.categoryName}</small>
            </span>
            <TicketStatus ticket={ticket} />
          </li>
        ))}
      </ul>
    </CoverCard>
  )
}
