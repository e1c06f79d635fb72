import { useQuery } from '@tanstack/react-query'
import { memberFields } from '#web/features/memberships/club-members/member-words.ts'
import { paidSeasonsQuery } from '#web/features/memberships/club-members/queries.ts'
import { ownOptions } from './field-words.ts'
import { clubFieldsQuery, tagsQuery } from './register-queries.ts'
import { teamsQuery } from './team-queries.ts'
import { teamName } from './teams.tsx'

/** By which a club's register is filtered, with the club's own words. */
export function useRegisterFields(orgId: string, money: boolean) {
  const queries = [
    useQuery(paidSeasonsQuery(orgId)),
    useQuery(clubFieldsQuery(orgId)),
    useQuery(tagsQuery(orgId)),
    useQuery(teamsQuery(orgId)),
  ] as const
  const [{ data: seasons = [] }, { data: ownFields = [] }, { data: tags = [] }, { data: teams = [] }] = queries
  const fields = memberFields(seasons, {
    tags,
    own: ownOptions(ownFields),
    teams: teams.map((team) => ({ value: team.id, label: teamName(team) })),
    money,
  })
  return { ownFields, tags, teams, fields, failed: queries.find(({ error, data }) => error && !data) }
}
