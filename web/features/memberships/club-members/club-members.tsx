import { Badge, TextInput } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { IconUsers } from '#web/ui/icons/index.ts'
import { Fragment } from 'react'
import { type ClubMember, memberFilterFields, MemberSort } from '#contract/memberships/club-members.ts'
import { LocalDate } from '#contract/values.ts'
import { phoneWords } from '#contract/phone-words.ts'
import { whichWords } from '#web/parts/earlier-exports.tsx'
import { ExportMenu } from '#web/parts/export-menu.tsx'
import { PagedList } from '#web/parts/paged-list.tsx'
import { paths } from '#web/paths.ts'
import type { ListColumn } from '#web/ui/data-list/data-list.tsx'
import { useAddress, useListState } from '#web/ui/data-list/list-address.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { langOf } from '#web/ui/own-text.tsx'
import { formatShortDate, today } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { memberFields, memberStatus } from './member-words.ts'
import { clubMembersQuery, exportMembers, paidSeasonsQuery } from './queries.ts'

interface Props {
  readonly club: { readonly id: string; readonly key: string }
}

/** Everybody who has or had a membership of a club, as of any day. */
export function ClubMembers({ club }: Props) {
  const list = useListState(memberFilterFields, MemberSort.options as [MemberSort])
  const { state } = list
  const { textOf, change } = useAddress()
  const chosen = LocalDate.safeParse(textOf('day'))
  const day = chosen.success ? chosen.data : undefined
  const which = { ...state, day }
  const pages = useInfiniteQuery(clubMembersQuery(club.id, which))
  const seasons = useQuery(paidSeasonsQuery(club.id))
  return (
    <PagedList
      name="club-members"
      label={m.club_members_list()}
      pages={pages}
      rowsOf={({ people }) => people}
      columns={columns()}
      fields={memberFields(seasons.data ?? [])}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      linkOf={({ id }) => paths.officePerson(club.key, id)}
      countWords={(count) => m.club_members_count({ count })}
      searchLabel={m.club_members_search()}
      searchHint={m.club_members_search_hint()}
      {...list}
      tools={
        <>
          <TextInput
            type="date"
            label={m.club_members_day()}
            min="1900-01-01"
            value={day ?? today()}
            onChange={({ currentTarget: { value } }) => change({ day: value === today() ? undefined : value })}
          />
          <ExportMenu
            label={m.export_list()}
            words={{
              says: (exported) => whichWords(exported, memberFields(seasons.data ?? [])),
              countWords: (count) => m.club_members_count({ count }),
            }}
            {...exportMembers(club.id, which)}
          />
        </>
      }
      actions={(selection) => (
        <ExportMenu
          label={m.export_selected()}
          {...exportMembers(club.id, which, 'ids' in selection ? selection.ids : undefined)}
        />
      )}
      empty={
        <EmptyState icon={<IconUsers size={40} stroke={1.5} />} title={m.club_members_empty_title()}>
          {m.club_members_empty()}
        </EmptyState>
      }
    />
  )
}

/** Their names; those that are Danish say so. */
const Memberships = ({ person: { memberships, danish } }: { person: Pick<ClubMember, 'memberships' | 'danish'> }) =>
  memberships.map((name, at) => (
    <Fragment key={name}>
      {at > 0 && ', '}
      <span lang={langOf({ danish }, name)}>{name}</span>
    </Fragment>
  ))

const columns = (): ListColumn<ClubMember>[] => [
  { name: 'name', title: m.club_members_name(), sort: 'name', render: ({ name }) => name },
  { name: 'age', title: m.club_members_age(), sort: 'age', align: 'right', render: ({ age }) => age ?? '' },
  {
    name: 'status',
    title: m.club_members_status(),
    sort: 'status',
    render: ({ status }) => <StatusBadge status={status} />,
  },
  { name: 'membership', title: m.club_members_membership(), render: (person) => <Memberships person={person} /> },
  {
    name: 'household',
    title: m.club_members_household(),
    folded: true,
    render: ({ household }) => household.map(({ name }) => name).join(', '),
  },
  { name: 'phone', title: m.profile_phone(), render: ({ phone }) => phoneWords(phone), folded: true },
  { name: 'email', title: m.club_members_email(), render: ({ email }) => email ?? '', folded: true },
  {
    name: 'since',
    title: m.club_members_since(),
    sort: 'since',
    noWrap: true,
    folded: true,
    render: ({ since }) => since && formatShortDate(since),
  },
  { name: 'postCode', title: m.club_members_post_code(), render: ({ postCode }) => postCode, extra: true },
  { name: 'city', title: m.club_members_city(), render: ({ city }) => city, extra: true },
]

export function StatusBadge({ status }: Pick<ClubMember, 'status'>) {
  const { label, color } = memberStatus(status)
  return <Badge color={color}>{label}</Badge>
}
