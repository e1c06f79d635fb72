import {
  Anchor,
  Badge,
  Box,
  Button,
  Divider,
  Group,
  Skeleton,
  Stack,
  Text,
  Title,
  VisuallyHidden,
  type MantineColor,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { AskerCard as Card, OfficeThread } from '#contract/conversations/office.ts'
import { phoneAddress, phoneWords } from '#contract/phone-words.ts'
import { useMemberImage } from '#web/api/files.ts'
import { problemText } from '#web/api/problem-text.ts'
import { formatDate, formatShortDate } from '#web/ui/words/format.ts'
import { Initials } from '#web/ui/initials.tsx'
import { withOwn } from '#web/ui/own-text.tsx'
import { MoneyText } from '#web/ui/words/money-text.tsx'
import { memberStatus } from '#web/features/memberships/club-members/member-words.ts'
import { orderStates } from '#web/features/orders/words.ts'
import { m } from '#words/messages.js'
import c from './contact-card.module.css'
import { cardQuery } from './queries.ts'

interface Props {
  readonly orgId: string
  readonly thread: OfficeThread
}

const reachNotes = {
  both: null,
  mail: m.inbox_card_visitor,
  portal: m.inbox_card_no_email,
  nobody: m.inbox_card_forgotten,
} as const

export function ContactCard({ orgId, thread }: Props) {
  const { asker } = thread
  const note = reachNotes[replyReaches(asker)]
  const query = useQuery({ ...cardQuery(orgId, thread.id), enabled: asker.memberId !== null })
  const { data: card, error } = query
  const image = useMemberImage({ id: asker.memberId ?? '', profileImage: card?.profileImage ?? null })
  return (
    <Stack fz="sm" lh={1.45}>
      <Group gap="sm" wrap="nowrap">
        <Initials name={asker.name} size={48} light image={image} />
        <Group gap="4px 8px" className={c.anywhere ?? ''}>
          <Text fw={660}>{asker.name}</Text>
          {card?.membership && <Status {...memberStatus(card.membership.status)} />}
        </Group>
      </Group>
      <Stack component="dl" gap={10} className={c.anywhere}>
        {asker.email && (
          <Fact name={m.inbox_card_email()}>
            <Anchor inherit href={mailAddress(asker.email)}>
              <Address text={asker.email} />
            </Anchor>
          </Fact>
        )}
        {card?.phone && (
          <Fact name={m.inbox_card_phone()}>
            <Anchor inherit href={phoneAddress(card.phone)}>
              {phoneWords(card.phone)}
            </Anchor>
          </Fact>
        )}
        {card && (
          <>
            <Fact name={m.inbox_card_membership()}>
              {card.membership ? <Membership membership={card.membership} /> : m.inbox_card_no_membership()}
            </Fact>
            <Fact name={m.inbox_card_since()}>{formatDate(card.registrationDate)}</Fact>
          </>
        )}
      </Stack>
      {note && <Hint>{note()}</Hint>}
      {!card && error && (
        <Stack role="alert" gap="xs" align="flex-start">
          <Hint>{problemText(error)}</Hint>
          <Button size="xs" variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
            {m.action_retry()}
          </Button>
        </Stack>
      )}
      {card === undefined && asker.memberId !== null && !error && (
        <div aria-busy>
          <VisuallyHidden>{m.loading_label()}</VisuallyHidden>
          <Skeleton height={120} radius="md" />
        </div>
      )}
      {card && <Family family={card.family} />}
      {card && <Orders orders={card.orders} />}
    </Stack>
  )
}

const Membership = ({ membership }: { membership: NonNullable<Card['membership']> }) =>
  withOwn(membership, 'name', (name) => m.inbox_card_until({ name, date: formatDate(membership.endDate) }))

function Family({ family }: Pick<Card, 'family'>) {
  if (family.length === 0) return null
  return (
    <Part title={m.inbox_card_family()}>
      {family.map(({ memberId, name, as, status }) => (
        <Line key={memberId} status={memberStatus(status)}>
          {name}
          <Second>{as === 'participant' ? m.inbox_card_participant() : m.inbox_card_relative()}</Second>
        </Line>
      ))}
    </Part>
  )
}

function Orders({ orders }: Pick<Card, 'orders'>) {
  if (orders.length === 0) return <Hint>{m.inbox_card_no_orders()}</Hint>
  return (
    <Part title={m.inbox_card_orders()}>
      {orders.map(({ id, number, status, total, createdAt }) => (
        <Line key={id} status={{ ...orderStates[status], label: orderStates[status].label() }}>
          {total && <MoneyText value={total} />}
          <Second>{number}</Second>
          <Second>{formatShortDate(createdAt)}</Second>
        </Line>
      ))}
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <Divider mb={14} />
      <Title order={4} id={heading} fz="sm" mb={6}>
        {title}
      </Title>
      <Stack component="ul" gap={10}>
        {children}
      </Stack>
    </section>
  )
}

const Line = ({ status, children }: { status: Words; children: ReactNode }) => (
  <Group component="li" gap="2px 8px" align="flex-start" justify="space-between">
    <Box flex="1 1 6rem" className={c.anywhere ?? ''}>
      {children}
    </Box>
    <Status {...status} />
  </Group>
)

const Second = ({ children }: { children: ReactNode }) => (
  <Text fz={13} c="dimmed">
    {children}
  </Text>
)

const Hint = ({ children }: { children: ReactNode }) => (
  <Text inherit c="dimmed">
    {children}
  </Text>
)

/** Lets a long email address wrap before its @. */
function Address({ text }: { text: string }) {
  const at = text.lastIndexOf('@')
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <Text component="dt" fz={13} c="dimmed">
      {name}
    </Text>
    <dd>{children}</dd>
  </div>
)

const Status = ({ label, color }: Words) => (
  <Badge size="sm" color={color}>
    {label}
  </Badge>
)

interface Words {
  readonly label: string
  readonly color: MantineColor
}

/** A `mailto:` URL. Encodes everything but `@`, so that an address can't add mail headers. */
export const mailAddress = (email: string) => `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`

/** Where a reply reaches the sender: visitors get email only, members without a confirmed email the portal only. */
export function replyReaches({ memberId, email }: OfficeThread['asker']): 'both' | 'mail' | 'portal' | 'nobody' {
  if (memberId === null) return email ? 'mail' : 'nobody'
  return email ? 'both' : 'portal'
}
