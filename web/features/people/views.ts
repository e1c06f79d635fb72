import type { Filter } from '#contract/filters.ts'
import type { memberFilterFields } from '#contract/memberships/club-members.ts'
import { today } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

interface View {
  readonly name: string
  readonly label: string
  /** Said when nobody is in it. */
  readonly none?: string
  /** Without one, everybody who has not left. */
  readonly filter?: Filter<keyof typeof memberFilterFields>
}

/** The views that every club has, the usual one first. @param money whether the caller sees who owes something */
export const builtInViews = (money: boolean): View[] => [
  { name: 'all', label: m.club_members_view_all() },
  {
    name: 'active',
    label: m.club_members_view_active(),
    none: m.club_members_none_active(),
    filter: { field: 'status', op: 'any_of', values: ['active', 'grace'] },
  },
  {
    name: 'new',
    label: m.club_members_view_new(),
    none: m.club_members_none_new(),
    filter: { field: 'since', op: 'from', value: `${today().slice(0, 7)}-01` },
  },
  {
    name: 'lapsed',
    label: m.club_members_view_lapsed(),
    none: m.club_members_none_lapsed(),
    filter: { field: 'status', op: 'any_of', values: ['expired', 'cancelled'] },
  },
  ...(money
    ? [
        {
          name: 'owes',
          label: m.club_members_owes(),
          none: m.owes_empty_title(),
          filter: { field: 'owes' as const, op: 'any_of' as const, values: ['some'] },
        },
      ]
    : []),
  {
    name: 'no-birth-date',
    label: m.club_members_view_no_birth_date(),
    none: m.club_members_none_no_birth_date(),
    filter: { field: 'born', op: 'empty' },
  },
  {
    name: 'children',
    label: m.club_members_view_children(),
    none: m.club_members_none_children(),
    filter: {
      all: [
        { field: 'age', op: 'below', value: 18 },
        { field: 'guardian', op: 'any_of', values: ['none'] },
      ],
    },
  },
  {
    name: 'left',
    label: m.club_members_view_left(),
    none: m.club_members_none_left(),
    filter: { field: 'left', op: 'any_of', values: ['left'] },
  },
]
