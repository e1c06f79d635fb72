import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { IconBuildingCommunity } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { problemText } from '#web/api/problem-text.ts'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { useGo } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { m } from '#words/messages.js'
import { placePath, readPlace } from './inbox-address.ts'
import { Inbox } from './inbox.tsx'
import c from './inbox.module.css'
import type { OfficeThreadProps } from './office-thread.tsx'
import { officesQuery } from './queries.ts'

interface Props {
  readonly memberId: string
  /** A thread of the list; its code may come later. */
  readonly Thread: ComponentType<OfficeThreadProps>
}

/** The threads of the clubs whose office the reader speaks for, one club at a time. */
export function InboxFrame({ memberId, Thread }: Props) {
  const place = readPlace(useSearch({ strict: false }))
  const go = useGo()
  const { data: offices, error, isFetching, refetch } = useQuery(officesQuery)
  const clubs = offices?.map(({ club }) => club) ?? []
  const club = place.org === null ? clubs[0] : clubs.find(({ id, key }) => id === place.org || key === place.org)
  return (
    <div className={c.page}>
      <div className={c.top} data-open={(club && place.threadId !== null) || undefined}>
        <Title order={1} tabIndex={-1}>
          {m.title_inbox()}
        </Title>
        {clubs.length > 1 && (
          <ChoiceField
            size="sm"
            aria-label={m.inbox_club()}
            value={club?.id ?? ''}
            data={[
              ...(club ? [] : [{ value: '', label: m.inbox_club_choose() }]),
              ...(offices ?? []).map(({ club: { id, name }, open }) => ({
                value: id,
                label: open > 0 ? `${name} (${open})` : name,
              })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              void go(placePath({ org: value, threadId: null, state: 'open', q: '' }))
            }
          />
        )}
      </div>
      {club ? (
        <Inbox key={club.id} club={club} place={place} Thread={Thread} memberId={memberId} />
      ) : offices ? (
        <Panel>
          <EmptyState icon={<IconBuildingCommunity size={40} stroke={1.5} />} title={m.inbox_no_club_title()}>
            {m.inbox_no_club()}
          </EmptyState>
        </Panel>
      ) : error ? (
        <ErrorPanel message={problemText(error)} retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <SkeletonList rows={4} height={104} />
      )}
    </div>
  )
}
