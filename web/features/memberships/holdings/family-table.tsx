import { Badge, Group, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Membership } from '#contract/memberships/memberships.ts'
import { useMemberImage } from '#web/api/files.ts'
import { paths } from '#web/paths.ts'
import { Row, Rows } from '#web/ui/cards/row-list.tsx'
import { ClubMark } from '#web/features/organisations/club-mark.tsx'
import type { NamedClub } from '#web/api/club-urls.ts'
import { Initials } from '#web/ui/initials.tsx'
import { ButtonLink, TextLink } from '#web/ui/link.tsx'
import page from '#web/ui/page.module.css'
import { Panel } from '#web/ui/panel.tsx'
import { formatMoney, formatShortDate } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import type { Person } from '../people.ts'
import { currentTerms, mainTermOf } from '../renewals/renewals.ts'
import { isActive, isOrWasMember } from '../summary.ts'
import { membershipWords } from '../words.ts'
import styles from './family-table.module.css'
import { TermNames } from './person-holds.tsx'

interface Props {
  readonly people: readonly Person[]
  /** By member id. */
  readonly held: ReadonlyMap<string, readonly Membership[]>
  readonly clubs: readonly NamedClub[]
}

interface Line {
  readonly key: string
  readonly person: Person
  /** Null for somebody without any. */
  readonly membership: Membership | null
}

/** Who is a member where and until when; nothing while nobody is or was. */
export function FamilyTable({ people, held, clubs }: Props) {
  const wide = useMediaQuery('(min-width: 48.5em)', true, { getInitialValueInEffect: false })
  const lines = people.flatMap((person): Line[] => {
    const own = (held.get(person.member.id) ?? []).filter(isOrWasMember)
    if (own.length === 0) return [{ key: person.member.id, person, membership: null }]
    return own.map((membership) => ({ key: membership.id, person, membership }))
  })
  const memberships = lines.flatMap(({ membership }) => membership ?? [])
  if (memberships.length === 0) return null
  const alone = people.length === 1
  const clubOf = (orgId: string) =>
    clubs.find(({ id }) => id === orgId) ?? { id: orgId, name: m.dashboard_closed_club(), hue: 220 }
  const count = memberships.filter(isActive).length
  const facts = [
    ...(alone ? [] : [m.family_table_people({ count: people.length })]),
    ...(count > 0 ? [m.family_table_active({ count })] : []),
  ]
  return (
    <Panel
      title={alone ? m.dashboard_mine() : m.family_table_title()}
      subtitle={facts.join(' · ')}
      actions={
        <ButtonLink to={paths.memberships()} variant="light">
          {m.dashboard_see_memberships()}
        </ButtonLink>
      }
    >
      {wide ? (
        // The kit's table brings its scroll area, and with it 45 kB before the page is drawn.
        <table className={styles.table}>
          <thead>
            <tr>
              <th>{m.family_shared_name()}</th>
              <th>{m.family_table_membership()}</th>
              <th>{m.family_table_until()}</th>
              <th>{m.family_table_fee()}</th>
              <th>{m.family_table_status()}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ key, person, membership }) => {
              const term = membership && factsOf(membership)
              return (
                <tr key={key}>
                  <td>
                    <Group gap="sm" wrap="nowrap">
                      <Face person={person} />
                      <div>
                        <Text fw={620}>{person.name}</Text>
                        {person.self && (
                          <Text size="sm" c="dimmed">
                            {m.family_table_you()}
                          </Text>
                        )}
                      </div>
                    </Group>
                  </td>
                  <td>
                    {membership && term ? (
                      <>
                        <TextLink to={paths.membershipHistory(membership.id)} inherit c="inherit">
                          {term.name || clubOf(membership.orgId).name}
                        </TextLink>
                        <Text size="sm" c="dimmed">
                          {clubOf(membership.orgId).name}
                        </Text>
                      </>
                    ) : (
                      dash
                    )}
                  </td>
                  <td>{term?.until ?? dash}</td>
                  <td className={page.numeric}>{term?.fee ?? dash}</td>
                  <td>
                    <StatusBadge membership={membership} />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      ) : (
        <Rows>
          {lines.map(({ key, person, membership }) => {
            const club = membership && clubOf(membership.orgId)
            const { until, name } = membership ? factsOf(membership) : {}
            return (
              <Row
                key={key}
                picture={alone && club ? <ClubMark club={club} /> : <Face person={person} />}
                title={alone && club ? club.name : person.name}
                aside={<StatusBadge membership={membership} />}
              >
                {club && (
                  <Text size="sm" c="dimmed">
                    {alone ? name : club.name}
                    {until && (
                      <>
                        <br />
                        {m.family_table_to({ date: until })}
                      </>
                    )}
                  </Text>
                )}
              </Row>
            )
          })}
        </Rows>
      )}
    </Panel>
  )
}

const dash = '–'

/** Name, end and price of one term: the one whose status is shown. */
function factsOf(membership: Membership) {
  const term = mainTermOf(membership)
  return {
    name: term && <TermNames terms={currentTerms(membership)} />,
    until: term && formatShortDate(term.endDate),
    fee: term?.payment ? formatMoney(term.payment.total) : null,
  }
}

function StatusBadge({ membership }: Pick<Line, 'membership'>) {
  if (!membership) return <Badge color="gray">{m.family_table_none()}</Badge>
  const { label, color } = membershipWords(membership)
  return <Badge color={color}>{label}</Badge>
}

function Face({ person }: { person: Person }) {
  return <Initials name={person.name} size={40} light image={useMemberImage(person.member)} />
}
