import { Badge } from '@mantine/core'
import { paths } from '#web/paths.ts'
import { RowList } from '#web/ui/cards/row-list.tsx'
import type { Holding } from './club-holdings.tsx'
import { membershipWords } from '../membership-words.ts'

/** How each of the family stands with one club; `linked`: leading to their seasons. */
export const FamilyStatus = ({ holdings, linked = false }: { holdings: readonly Holding[]; linked?: boolean }) => (
  <RowList
    rows={holdings.map(({ person, membership }) => {
      const { label, sentence, color } = membershipWords(membership)
      return {
        key: membership.id,
        title: person.name,
        note: sentence,
        badge: <Badge color={color}>{label}</Badge>,
        ...(linked && { to: paths.membershipHistory(membership.id) }),
      }
    })}
  />
)
