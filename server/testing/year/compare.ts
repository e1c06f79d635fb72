import { officeMembers } from '#contract/memberships/club-members.ts'
import type { Day } from './days.ts'
import type { Holding } from './reckoning.ts'
import type { Lived } from './report.ts'

/** Everybody's status at both clubs, as their offices see it, and as reckoned. */
export async function compareStatuses({ portal, people, reckoning, report }: Lived, day: Day): Promise<void> {
  for (const club of ['rowing', 'choir'] as const) {
    const found = await listMembers()
    for (const holding of reckoning.holdings.filter((one) => one.club === club)) {
      const id = people.get(holding.payer)!.ids.get(holding.who)!
      const [at, reckoned] = [found.get(id), reckoning.status(holding, day)]
      report.count('statuses compared')
      if (at !== reckoned) report.differs(`${day} ${nameOf(holding)}: ${at} at the portal, ${reckoned} reckoned`)
    }
    const known = reckoning.holdings.filter((one) => one.club === club && one.terms.length > 0)
    // Who pays for a child is in the register, too.
    const inRegister = new Set(
      known.flatMap(({ payer, who }) => ['', who].map((name) => people.get(payer)!.ids.get(name)!)),
    )
    const either = new Set([...inRegister, ...found.keys()]).size
    if (found.size !== either || inRegister.size !== either)
      report.differs(
        `${day} ${club}: ${found.size} people at the portal, ${inRegister.size} reckoned, ${either} in all`,
      )

    async function listMembers(): Promise<Map<string, string>> {
      const statuses = new Map<string, string>()
      let after: string | undefined
      do {
        const input = { orgId: portal.clubs[club].id, ...(after && { after }) }
        const page = await portal.app.call(officeMembers.list, input, { as: portal.office.token })
        for (const { id, status } of page.people) statuses.set(id, status)
        after = page.next ?? undefined
      } while (after)
      return statuses
    }
  }
}

/** Who it is in messages: `parent1/Ida at rowing`. */
export const nameOf = ({ payer, who, club }: Holding): string =>
  `${payer.email.split('@')[0]}${who && `/${who}`} at ${club}`
