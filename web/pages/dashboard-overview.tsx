import { Group, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconBuildingCommunity, IconCalendarCheck, IconId, IconMapPin, IconUserCheck } from '@tabler/icons-react'
import { problemText } from '#web/api/problem-text.ts'
import { useSession } from '#web/api/session.ts'
import { useSubject } from '#web/api/subject.ts'
import { missingInProfile } from '#web/features/members/profile-missing.ts'
import { MyMemberships } from '#web/features/memberships/my-memberships.tsx'
import { membershipsQuery } from '#web/features/memberships/queries.ts'
import { summarise } from '#web/features/memberships/summary.ts'
import { organisationsQuery } from '#web/features/organisations/queries.ts'
import { paths } from '#web/paths.ts'
import { CoverCard, CoverCards } from '#web/ui/cover-card.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { formatShortDate } from '#web/ui/format.ts'
import { TextLink } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/skeleton-list.tsx'
import { StatTile, StatTiles } from '#web/ui/stat-tile.tsx'
import { m } from '#words/messages.js'

/** The front page below what needs the member: what they have, then what there is. */
export function DashboardOverview() {
  const { member } = useSession()
  const subject = useSubject()
  const mine = useQuery(membershipsQuery(subject.id))
  const clubs = useQuery(organisationsQuery)
  const summary = summarise(mine.data ?? [])
  const missing = missingInProfile(member).required.length
  const dash = '–'

  return (
    <Stack gap={28}>
      <StatTiles>
        <StatTile
          icon={<IconId size={21} stroke={1.7} />}
          name={m.title_memberships()}
          value={mine.data ? m.dashboard_active_count({ count: summary.active }) : dash}
          to={paths.memberships()}
        />
        <StatTile
          icon={<IconCalendarCheck size={21} stroke={1.7} />}
          name={m.dashboard_valid_until()}
          value={summary.until ? formatShortDate(summary.until) : dash}
          to={paths.memberships()}
        />
        <StatTile
          icon={<IconBuildingCommunity size={21} stroke={1.7} />}
          name={m.dashboard_clubs()}
          value={clubs.data ? m.dashboard_club_count({ count: clubs.data.length }) : dash}
          to={paths.organisations()}
        />
        <StatTile
          icon={<IconUserCheck size={21} stroke={1.7} />}
          name={m.dashboard_profile()}
          value={missing === 0 ? m.dashboard_profile_complete() : m.dashboard_profile_missing({ count: missing })}
          to={paths.myProfile()}
        />
      </StatTiles>
      {mine.data && clubs.data ? (
        <MyMemberships memberships={mine.data} clubs={clubs.data} />
      ) : mine.error ? (
        <ErrorPanel message={problemText(mine.error)} onRetry={() => void mine.refetch()} retrying={mine.isFetching} />
      ) : (
        !clubs.error && <SkeletonList rows={1} height={260} />
      )}
      <section aria-labelledby="dashboard-clubs">
        <Group justify="space-between" mb="md">
          <Title order={2} id="dashboard-clubs">
            {m.dashboard_clubs_here()}
          </Title>
          <TextLink to={paths.organisations()} size="sm" fw={600}>
            {m.dashboard_see_all()}
          </TextLink>
        </Group>
        {clubs.data ? (
          <CoverCards>
            {clubs.data.slice(0, 6).map((club) => (
              <CoverCard
                key={club.id}
                hue={club.hue}
                title={club.name}
                to={paths.newMembership({ orgId: club.id })}
                tag={summary.activeIn.has(club.id) && m.dashboard_member_here()}
                facts={[{ icon: <IconMapPin size={16} stroke={1.7} />, text: club.city }]}
                text={club.description}
              />
            ))}
          </CoverCards>
        ) : clubs.error ? (
          <ErrorPanel
            message={problemText(clubs.error)}
            onRetry={() => void clubs.refetch()}
            retrying={clubs.isFetching}
          />
        ) : (
          <SkeletonList rows={1} height={240} />
        )}
      </section>
    </Stack>
  )
}
