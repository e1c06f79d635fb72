import { Anchor, Badge, Box, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { IconCake, IconHome, IconMail, IconPhone } from '#web/ui/icons/index.ts'
import type { ReactNode } from 'react'
import type { ClubMemberDetail } from '#contract/memberships/club-members.ts'
import { phoneAddress, phoneWords } from '#contract/phone-words.ts'
import { membershipStates, termState } from '#web/features/memberships/words.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { paths } from '#web/paths.ts'
import { Fact, Facts } from '#web/ui/cards/facts.tsx'
import { Row, RowList, Rows } from '#web/ui/cards/row-list.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Own } from '#web/ui/own-text.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatDate, formatPeriod, today } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { Note } from './notes.tsx'
import c from './person.module.css'
import { notesQuery, type Whose } from './queries.ts'
import { RegisterFacts } from './register-facts.tsx'
import { teamsOfPersonQuery } from './team-queries.ts'
import { teamName, teamRoleWords } from './words.ts'

interface Props {
  readonly person: ClubMemberDetail
  readonly whose: Whose
  readonly mayWrite: boolean
  readonly children: ReactNode
}

export const PersonOverview = ({ person, whose, mayWrite, children }: Props) => (
  <div className={c.parts}>
    <Contact person={person} />
    <RegisterFacts person={person} whose={whose} mayWrite={mayWrite} />
    <Seasons person={person} />
    <PersonTeams whose={whose} />
    <LastNotes whose={whose} />
    {children}
  </div>
)

function Contact({ person: { email, phone, address, dateOfBirth } }: { person: ClubMemberDetail }) {
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
      </Facts>
    </Panel>
  )
}

type Term = ClubMemberDetail['terms'][number]

/** Each season as a bar on the time of all of them, today marked. */
function Seasons({ person: { terms, autoRenewal } }: { person: ClubMemberDetail }) {
  const days = terms.flatMap(({ startDate, endDate }) => [Date.parse(startDate), Date.parse(endDate)])
  const first = Math.min(...days)
  const share = (day: string) => ((Date.parse(day) - first) / Math.max(1, Math.max(...days) - first)) * 100
  return (
    <Panel title={m.title_memberships()} subtitle={autoRenewal && m.club_member_renews()}>
      {terms.length === 0 ? (
        <Text c="dimmed">{m.person_no_memberships()}</Text>
      ) : (
        <Rows>
          {terms.map((term) => (
            <Row key={term.id} title={<Own of={term} field="name" />} aside={<TermBadge term={term} />}>
              <Text size="sm" c="dimmed">
                {formatPeriod(term.startDate, term.endDate)}
              </Text>
              <Box className={c.axis ?? ''} aria-hidden>
                <Box
                  className={c.season ?? ''}
                  data-state={termState(term, today())}
                  style={{
                    left: `${share(term.startDate)}%`,
                    width: `${Math.max(2, share(term.endDate) - share(term.startDate))}%`,
                  }}
                />
              </Box>
            </Row>
          ))}
        </Rows>
      )}
    </Panel>
  )
}

function TermBadge({ term }: { term: Term }) {
  const { label, color } = membershipStates[termState(term, today())]
  return <Badge color={color}>{label()}</Badge>
}

function PersonTeams({ whose: { club, memberId } }: { whose: Whose }) {
  const query = useQuery(teamsOfPersonQuery(club.id, memberId))
  const { data: teams } = query
  return (
    <Panel title={m.title_teams()}>
      {!teams ? (
        <NotLoaded query={query} rows={1} height={48} />
      ) : teams.length === 0 ? (
        <Text c="dimmed">{m.team_none_person()}</Text>
      ) : (
        <RowList
          rows={teams.map(({ role, ...team }) => ({
            key: team.id,
            title: teamName(team),
            to: paths.team(club.key, team.id),
            badge: <Badge color="gray">{teamRoleWords[role]()}</Badge>,
          }))}
        />
      )}
    </Panel>
  )
}

const LAST = 3

function LastNotes({ whose }: { whose: Whose }) {
  const query = useInfiniteQuery(notesQuery(whose))
  const notes = query.data?.pages[0]?.notes.slice(0, LAST)
  return (
    <Panel title={m.club_member_notes()}>
      <Stack gap="md">
        {!notes && <NotLoaded query={query} rows={1} height={48} />}
        {notes?.length === 0 && <Text c="dimmed">{m.person_notes_empty_title()}</Text>}
        {notes?.map((note) => (
          <Note key={note.id} whose={whose} note={note} onEdit={null} />
        ))}
        <TextLink to={paths.officePerson(whose.club.key, whose.memberId, { tab: 'notes' })} alone>
          {m.person_notes_all()}
        </TextLink>
      </Stack>
    </Panel>
  )
}
