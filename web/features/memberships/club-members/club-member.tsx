import { Anchor, Badge, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconCake, IconCalendar, IconHome, IconMail, IconPhone } from '#web/ui/icons/index.ts'
import type { ReactNode } from 'react'
import type { ClubMemberDetail } from '#contract/memberships/club-members.ts'
import { phoneAddress, phoneWords } from '#contract/phone-words.ts'
import { useMemberImage } from '#web/api/files.ts'
import { QueryError } from '#web/parts/query-error.tsx'
import { paths } from '#web/paths.ts'
import { Fact, Facts } from '#web/ui/cards/facts.tsx'
import { RowList } from '#web/ui/cards/row-list.tsx'
import { Initials } from '#web/ui/initials.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { Own } from '#web/ui/own-text.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { Panel } from '#web/ui/panel.tsx'
import { formatDate, formatPeriod, today } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import c from './club-member.module.css'
import { membershipStates, termState } from '../words.ts'
import { memberStatus, statusSentence } from './member-words.ts'
import { clubMemberQuery } from './queries.ts'

interface Props {
  readonly club: { readonly id: string; readonly key: string }
  readonly memberId: string
  /** Facts of other domains about the person. */
  readonly children: ReactNode
  /** Beside the name. */
  readonly tools: ReactNode
}

export function ClubMemberPage({ club, memberId, children, tools }: Props) {
  const query = useQuery(clubMemberQuery(club.id, memberId))
  const { data: person } = query
  const back = (
    <TextLink to={paths.office(club.key, 'members')} alone>
      {m.club_member_of_list()}
    </TextLink>
  )
  if (!person)
    return (
      <Stack gap="lg">
        {back}
        {query.error ? <QueryError query={query} /> : <SkeletonList rows={4} height={120} />}
      </Stack>
    )
  return (
    <Stack gap="lg">
      {back}
      <Group justify="space-between" gap="md">
        <Head person={person} />
        {tools}
      </Group>
      <div className={c.parts}>
        <Contact person={person} />
        <Terms person={person} />
        <Family person={person} club={club} />
        {children}
      </div>
    </Stack>
  )
}

function Head({ person }: { person: ClubMemberDetail }) {
  usePageTitle(person.name)
  const { color } = memberStatus(person.status)
  return (
    <Group gap="md" wrap="nowrap">
      <Initials name={person.name} size={64} image={useMemberImage(person)} />
      <Stack gap={4} miw={0}>
        <Title order={1} tabIndex={-1}>
          {person.name}
        </Title>
        <Group gap="xs">
          <Badge
            color={color}
            h="auto"
            styles={{ root: { minWidth: 0, flex: '0 1 auto' }, label: { whiteSpace: 'normal' } }}
          >
            {statusSentence(person)}
          </Badge>
          {person.age !== null && person.age >= 0 && <Text c="dimmed">{m.participant_age({ count: person.age })}</Text>}
        </Group>
      </Stack>
    </Group>
  )
}

function Contact({ person }: { person: ClubMemberDetail }) {
  const { email, phone, address, dateOfBirth, since, comments } = person
  const lines = address && [
    address.AddressLine1,
    address.AddressLine2,
    address.AddressLine3,
    `${address.PostCode} ${address.City}`.trim(),
  ]
  return (
    <Panel title={m.club_member_contact()}>
      <Facts>
        <Fact icon={IconMail} name={m.club_members_email()}>
          {email ? <Anchor href={`mailto:${email}`}>{email}</Anchor> : m.profile_email_none()}
        </Fact>
        {phone && (
          <Fact icon={IconPhone} name={m.profile_phone()}>
            <Anchor href={phoneAddress(phone)}>{phoneWords(phone)}</Anchor>
          </Fact>
        )}
        {lines && (
          <Fact icon={IconHome} name={m.profile_address()}>
            {lines.filter(Boolean).join(', ')}
          </Fact>
        )}
        {dateOfBirth && (
          <Fact icon={IconCake} name={m.profile_birthday()}>
            {formatDate(dateOfBirth)}
          </Fact>
        )}
        {since && (
          <Fact icon={IconCalendar} name={m.club_members_since()}>
            {formatDate(since)}
          </Fact>
        )}
      </Facts>
      {comments && (
        <>
          <Title order={3} mt="md">
            {m.club_member_notes()}
          </Title>
          <Text style={{ whiteSpace: 'pre-line' }}>{comments}</Text>
        </>
      )}
    </Panel>
  )
}

function Terms({ person: { terms, autoRenewal } }: { person: ClubMemberDetail }) {
  return (
    <Panel title={m.title_memberships()} subtitle={autoRenewal && m.club_member_renews()}>
      <RowList
        rows={terms.map(({ id, name, danish, startDate, endDate, status }) => ({
          key: id,
          title: <Own of={{ name, danish }} field="name" />,
          note: formatPeriod(startDate, endDate),
          badge: <TermBadge term={{ startDate, endDate, status }} />,
        }))}
      />
    </Panel>
  )
}

function TermBadge({ term }: { term: Pick<ClubMemberDetail['terms'][number], 'startDate' | 'endDate' | 'status'> }) {
  const { label, color } = membershipStates[termState(term, today())]
  return <Badge color={color}>{label()}</Badge>
}

const relations = {
  participant: m.club_member_participant,
  parent: m.club_member_parent,
  relative: m.club_member_relative,
}

function Family({ person: { family }, club }: { person: ClubMemberDetail; club: Props['club'] }) {
  return (
    <Panel title={m.club_member_family()}>
      {family.length === 0 ? (
        <Text c="dimmed">{m.club_member_family_none()}</Text>
      ) : (
        <RowList
          rows={family.map(({ memberId, name, as, age, status }) => ({
            key: memberId,
            title: name,
            to: paths.office(club.key, `members/${memberId}`),
            note: [relations[as](), age !== null && age >= 0 && m.participant_age({ count: age })]
              .filter(Boolean)
              .join(' · '),
            badge: <Badge color={memberStatus(status).color}>{memberStatus(status).label}</Badge>,
          }))}
        />
      )}
    </Panel>
  )
}
