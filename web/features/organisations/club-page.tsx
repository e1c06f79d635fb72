import { Alert, Stack } from '@mantine/core'
import { IconFlask, IconPlayerPause } from '#web/ui/icons/index.ts'
import { useQuery } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiProblem } from '#web/api/client.ts'
import { QueryError } from '#web/parts/query-error.tsx'
import { queryClient } from '#web/api/query-client.ts'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { Own } from '#web/ui/own-text.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { m } from '#words/messages.js'
import { ClubHead, ClubHeadSkeleton } from './club-head.tsx'
import styles from './club-layout.module.css'
import { type ClubProfile, profileQuery } from './queries.ts'

const isUnknownClub = (error: unknown) => error instanceof ApiProblem && error.code === 'organisation_not_found'

/** Loads a club; not found if it is unknown. Other errors are left to the page. */
export async function loadClub(id: string): Promise<void> {
  await queryClient.ensureQueryData(profileQuery(id)).catch((error: unknown) => {
    if (isUnknownClub(error)) throw notFound()
  })
}

interface ClubPageProps {
  readonly id: string
  readonly actions: (club: ClubProfile) => ReactNode
  readonly children: (club: ClubProfile) => ReactNode
}

/** The frame of a club's page for members and visitors: header with `actions`, then `children`. */
export function ClubPage({ id, actions, children }: ClubPageProps) {
  const query = useQuery(profileQuery(id))
  const club = query.data
  usePageTitle(club?.name ?? m.title_organization())
  if (club)
    return (
      <Stack gap="lg">
        <ClubHead club={club}>{actions(club)}</ClubHead>
        {club.testMode && (
          <Alert color="coral" icon={<IconFlask size={20} stroke={1.7} />} title={m.organizations_test()}>
            {m.order_test_club()}
          </Alert>
        )}
        {club.isPaused && (
          <Alert color="coral" icon={<IconPlayerPause size={20} stroke={1.7} />} title={m.organizations_paused()}>
            {club.paused ? <Own of={club} field="paused" /> : m.organizations_paused_explained()}
          </Alert>
        )}
        {children(club)}
      </Stack>
    )
  // Rendered before the loader knew.
  if (isUnknownClub(query.error)) throw notFound()
  if (query.error) return <QueryError order={1} query={query} />
  return (
    <Stack gap="lg">
      <ClubHeadSkeleton />
      <div className={styles.columns}>
        <SkeletonList rows={1} height={360} />
        <SkeletonList rows={1} height={260} />
      </div>
    </Stack>
  )
}
