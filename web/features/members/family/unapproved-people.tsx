import { useQuery } from '@tanstack/react-query'
import { IconLinkOff } from '@tabler/icons-react'
import { paths } from '#web/paths.ts'
import { PlainLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { otherName } from '../words.ts'
import { listedLinks } from './link-order.ts'
import { invitationsQuery } from '../queries.ts'
import styles from './unapproved-people.module.css'

/** People for whom nothing can be bought because their family link is not approved. */
export function UnapprovedPeople({ email }: { readonly email: string }) {
  const { data } = useQuery(invitationsQuery(email))
  const links = data ? listedLinks(data.all, data.sent) : []
  return links.flatMap(({ invitation, sent }) => {
    if (invitation.status === 'approved' || invitation.status === 'ended') return []
    const name = otherName(invitation, sent)
    const why =
      invitation.status === 'rejected' ? m.buy_link_rejected() : sent ? m.buy_link_waits() : m.buy_link_yours()
    return [
      <PlainLink key={invitation.id} to={paths.family()} className={styles.person}>
        <IconLinkOff size={18} stroke={1.7} aria-hidden />
        <span>
          {name} <small>{why}</small>
        </span>
      </PlainLink>,
    ]
  })
}
