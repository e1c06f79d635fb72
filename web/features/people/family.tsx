import { Badge, Text } from '@mantine/core'
import type { ClubMemberDetail } from '#contract/memberships/club-members.ts'
import { memberStatus } from '#web/features/memberships/club-members/member-words.ts'
import { paths } from '#web/paths.ts'
import { RowList } from '#web/ui/cards/row-list.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import type { Whose } from './queries.ts'

const sentences = {
  participant: m.person_looks_after,
  parent: m.person_looked_after,
  relative: m.person_relative,
} satisfies Record<ClubMemberDetail['family'][number]['as'], unknown>

/** Whom somebody looks after, and by whom they are, in sentences. */
export const PersonFamily = ({ person, club }: { person: ClubMemberDetail; club: Whose['club'] }) => (
  <Panel title={m.club_member_family()}>
    {person.family.length === 0 ? (
      <Text c="dimmed">{m.club_member_family_none()}</Text>
    ) : (
      <RowList
        rows={person.family.map(({ memberId, name, as, age, status }) => ({
          key: memberId,
          title: sentences[as]({ name: person.name, other: name }),
          to: paths.officePerson(club.key, memberId),
          note: age !== null && age >= 0 && m.participant_age({ count: age }),
          badge: <Badge color={memberStatus(status).color}>{memberStatus(status).label}</Badge>,
        }))}
      />
    )}
  </Panel>
)
