import { type TeamRole, teamRoles } from '#contract/people/teams.ts'
import { m } from '#words/messages.js'

export const teamRoleWords: Readonly<Record<TeamRole, () => string>> = {
  player: m.team_role_player,
  helper: m.team_role_helper,
  trainer: m.team_role_trainer,
}

export const roleData = () => teamRoles.map((value) => ({ value, label: teamRoleWords[value]() }))

/** A team with its season. */
export const teamName = ({ name, season }: { readonly name: string; readonly season: string }) =>
  [name, season].filter(Boolean).join(' · ')
