import type { MantineColor } from '@mantine/core'
import type { ClubState } from '#contract/organisations/state.ts'
import type { PortalHealth } from '#contract/operator.ts'
import { m } from '#words/messages.js'

export const stateName = (state: ClubState): string =>
  ({
    draft: m.operator_state_draft,
    test: m.operator_state_test,
    live: m.operator_state_live,
    paused: m.operator_state_paused,
    closed: m.operator_state_closed,
  })[state]()

export const stateColour: Readonly<Record<ClubState, MantineColor>> = {
  draft: 'gray',
  test: 'fjord',
  live: 'teal',
  paused: 'coral',
  closed: 'gray',
}

export const partName = (name: PortalHealth['parts'][number]['name']): string =>
  ({
    database: m.operator_part_database,
    replica: m.operator_part_replica,
    disk: m.operator_part_disk,
    files: m.operator_part_files,
    clock: m.operator_part_clock,
    identity: m.operator_part_identity,
    gateway: m.operator_part_gateway,
    management: m.operator_part_management,
    mail: m.operator_part_mail,
    certificate: m.operator_part_certificate,
    proxy: m.operator_part_proxy,
    variables: m.operator_part_variables,
  })[name]()
