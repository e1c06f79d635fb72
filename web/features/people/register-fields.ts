import { useQuery } from '@tanstack/react-query'
import { memberFields } from '#web/features/memberships/club-members/member-words.ts'
import { paidSeasonsQuery } from '#web/features/memberships/club-members/queries.ts'
import { ownOptions } from './field-words.ts'
import { clubFieldsQuery, tagsQuery } from './register-queries.ts'
import { teamsQuery } from './team-queries.ts'
import { teamName } from './teams.tsx'

/** By which a club's register is filtered, with the club's own words. */
export function useRegisterFields(orgId: string, money: boolean) {
  const { data: seasons = [] } = useQuery(paidSeasonsQuery(orgId))
  const { data: ownFields = [] } = useQuery(clubFieldsQuery(orgId))
  const { data: tags = [] } = useQuery(tagsQuery(orgId))
  const { data: teams = [] } = useQuery(teamsQuery(orgId))
  const fields = memberFields(seasons, {
    tags,
    own: ownOptions(ownFields),
    teams: teams.map((team) => ({ value: team.id, label: teamName(team) })),
    money,
  })
  return { ownFields, tags, teams, fields }
}
