import type { patches } from './patches.ts'
import * as scenarios from './scenarios.ts'
import type { Scenario } from './scenarios.ts'

/** One guard removed: `patches` says how. The scenario must find that this invariant is broken. */
export interface Mutation {
  readonly name: keyof typeof patches
  readonly invariant: 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7'
  /** Statements for the migrated database. */
  readonly sql?: string
  readonly scenario: Scenario
}

export const mutations: readonly Mutation[] = [
  {
    name: 'a second payment of an order is not turned away',
    invariant: 'I1',
    sql: 'drop index payments_one_capture',
    scenario: scenarios.twoWindows,
  },
  {
    name: 'the hold is not made firm before the money is taken',
    invariant: 'I2',
    scenario: scenarios.capturedAfterTheHold,
  },
  {
    name: 'memberships are not locked',
    invariant: 'I3',
    sql: 'drop index membership_terms_live',
    scenario: scenarios.manyTabs,
  },
  {
    name: 'events are not locked',
    invariant: 'I3',
    scenario: scenarios.lastPlace,
  },
  {
    name: 'tickets are not counted as sold',
    invariant: 'I2',
    scenario: scenarios.oneTicket,
  },
  {
    name: 'seasons may share days',
    invariant: 'I3',
    scenario: scenarios.overlappingSeasons,
  },
  {
    name: 'money that must not be kept is not refunded',
    invariant: 'I4',
    scenario: scenarios.otherAmount,
  },
  {
    name: 'a credit that was asked for is asked for again',
    invariant: 'I4',
    scenario: scenarios.creditWithoutAnswer,
  },
  {
    name: 'a mail has no name of its own',
    invariant: 'I5',
    scenario: scenarios.mailWithoutAnswer,
  },
  {
    name: 'the answer does not wait for the commit',
    invariant: 'I6',
    scenario: scenarios.cutAtCommit,
  },
  {
    name: 'a callback is answered before it is noted',
    invariant: 'I6',
    scenario: scenarios.callbackWhileTheGatewayFails,
  },
  {
    name: 'reconciliation does nothing',
    invariant: 'I7',
    scenario: scenarios.diedBeforeTheLink,
  },
]
