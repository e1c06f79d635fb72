import { Group, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconBuildingCommunity } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Thread } from '#contract/conversation-answers.ts'
import { QueryError } from '#web/api/query-error.tsx'
import { ClubMark } from '#web/features/organisations/club-mark.tsx'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useNavigateTo } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { m } from '#words/messages.js'
import c from './inbox.module.css'
import { officesQuery } from './queries.ts'

interface Props {
  readonly title: string
  /** Club id, or its key in links from notifications; null selects the first club. */
  readonly org: string | null
  readonly to: (orgId: string) => string
  /** A thread covers the heading on narrow screens. */
  readonly covered?: boolean
  readonly counted?: boolean
  readonly children: (club: Thread['club']) => ReactNode
}

/** An office page for one club at a time: heading and club switcher. */
export function OfficeFrame({ title, org, to, covered = false, counted = false, children }: Props) {
  const go = useNavigateTo()
  const { data: offices, error, isFetching, refetch } = useQuery(officesQuery)
  const clubs = offices?.map(({ club }) => club) ?? []
  // Default to the first club with open threads.
  const first = (counted && offices?.find(({ open }) => open > 0)?.club) || clubs[0]
  const club = org === null ? first : clubs.find(({ id, key }) => id === org || key === org)
  return (
    <div className={c.page}>
      <div className={c.top} data-open={(club && covered) || undefined}>
        <Group gap="sm" wrap="nowrap">
          {club && <ClubMark club={club} />}
          <Title order={1} tabIndex={-1}>
            {title}
          </Title>
        </Group>
        {clubs.length > 1 && (
          <ChoiceField
            size="sm"
            aria-label={m.inbox_club()}
            value={club?.id ?? ''}
            data={[
              ...(club ? [] : [{ value: '', label: m.inbox_club_choose() }]),
              ...(offices ?? []).map(({ club: { id, name }, open }) => ({
                value: id,
                label: counted && open > 0 ? `${name} (${open})` : name,
              })),
            ]}
            onChange={({ currentTarget: { value } }) => void go(to(value))}
          />
        )}
      </div>
      {club ? (
        children(club)
      ) : offices ? (
        <Panel>
          <EmptyState icon={<IconBuildingCommunity size={40} stroke={1.5} />} title={m.inbox_no_club_title()}>
            {m.inbox_no_club()}
          </EmptyState>
        </Panel>
      ) : error ? (
        <QueryError query={{ error, isFetching, refetch }} />
      ) : (
        <SkeletonList rows={4} height={104} />
      )}
    </div>
  )
}
