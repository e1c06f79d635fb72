import { Chip, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconLinkOff } from '#web/ui/icons/index.ts'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import type { Member } from '#contract/members/members.ts'
import { useMemberImage } from '#web/api/files.ts'
import { listedLinks } from '#web/features/members/family/link-order.ts'
import { invitationsQuery } from '#web/features/members/queries.ts'
import { fullName, otherName } from '#web/features/members/words.ts'
import type { BasketRow } from './basket.ts'
import { paths } from '#web/paths.ts'
import { Initials } from '#web/ui/initials.tsx'
import { PlainLink, TextLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import c from './people-fields.module.css'
import { forOwnFamily, mostRows, withPerson } from './basket-rows.ts'

interface Props {
  /** The buyer first, then their delegates. */
  readonly people: readonly Member[]
  readonly buyer: Member
  readonly rows: BasketRow[]
  /** The member acted for, or the one in the URL. */
  readonly preselectedId: string | undefined
  readonly onChange: (rows: BasketRow[]) => void
  readonly onRemove: (memberId: string) => void
}

/** Chooses who to buy for: the buyer and their delegates, at least one. */
export function PeopleFields({ people, buyer, rows, preselectedId, onChange, onRemove }: Props) {
  const heading = useId()
  const chosen = new Set(rows.map(({ memberId }) => memberId))
  const [initialId] = useState(preselectedId)

  // The current user now acts for somebody else: add them to the basket.
  const addPreselected = useEffectEvent((memberId: string | undefined) => {
    if (memberId !== undefined && memberId !== initialId) onChange(withPerson(rows, memberId))
  })
  useEffect(() => addPreselected(preselectedId), [preselectedId])
  const removeOthers = useEffectEvent((known: readonly Member[]) => {
    const left = forOwnFamily(rows, known, buyer.id)
    if (left !== rows) onChange(left)
  })
  useEffect(() => removeOthers(people), [people])

  const toggle = (memberId: string) => {
    const orgId = rows.at(-1)?.orgId ?? ''
    if (!chosen.has(memberId)) onChange([...rows, { memberId, orgId, membershipConfId: '' }])
    else if (chosen.size > 1) onRemove(memberId)
  }
  const alone = people.length === 1 && chosen.has(buyer.id)
  return (
    <div {...(!alone && { role: 'group', 'aria-labelledby': heading })}>
      {!alone && (
        <Text fw={540} id={heading} mb={6}>
          {m.buy_for_whom()}
        </Text>
      )}
      <Group gap="xs">
        {!alone &&
          people.map((person) => (
            <Chip
              key={person.id}
              checked={chosen.has(person.id)}
              // At least one person stays chosen.
              aria-disabled={(chosen.has(person.id) && chosen.size === 1) || undefined}
              disabled={!chosen.has(person.id) && rows.length >= mostRows}
              onChange={() => toggle(person.id)}
            >
              <Group component="span" gap="xs" wrap="nowrap">
                <PersonPicture person={person} size={28} />
                <span>{person.id === buyer.id ? m.buy_yourself() : fullName(person)}</span>
              </Group>
            </Chip>
          ))}
        {buyer.email && <UnapprovedPeople email={buyer.email} />}
      </Group>
      <Text size="sm" c="dimmed" mt={alone ? 0 : 8}>
        {m.buy_somebody_missing()} <TextLink to={paths.participants()}>{m.buy_add_person()}</TextLink>
      </Text>
    </div>
  )
}

export const PersonPicture = ({ person, size }: { person: Member; size: number }) => (
  <Initials name={fullName(person)} size={size} light image={useMemberImage(person)} />
)

/** People for whom nothing can be bought because their family link is not approved. */
function UnapprovedPeople({ email }: { readonly email: string }) {
  const { data } = useQuery(invitationsQuery(email))
  const links = data ? listedLinks(data.all, data.sent) : []
  return links.flatMap(({ invitation, sent }) => {
    if (invitation.status === 'approved' || invitation.status === 'ended') return []
    const name = otherName(invitation, sent)
    const why =
      invitation.status === 'rejected' ? m.buy_link_rejected() : sent ? m.buy_link_waits() : m.buy_link_yours()
    return [
      <PlainLink key={invitation.id} to={paths.family()} className={c.person}>
        <IconLinkOff size={18} stroke={1.7} aria-hidden />
        <span>
          {name} <small>{why}</small>
        </span>
      </PlainLink>,
    ]
  })
}
