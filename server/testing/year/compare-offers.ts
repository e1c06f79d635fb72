import { members } from '#contract/members/members.ts'
import { memberships } from '#contract/memberships/memberships.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { daysBetween, type Day } from './days.ts'
import type { Figure } from './cast.ts'
import { nameOf } from './compare.ts'
import type { Lived } from './report.ts'
import { nextSeason } from './offers.ts'
import { fits, isOnSale, type Holding, type Reckoning } from './reckoning.ts'
import { costs, type Season } from './seasons.ts'

/** People at a time. */
const TOGETHER = 4

/** Compares offers and prices, asked for as people do: once a week everybody's, who signs in for it, and on other days those of whom something happens to. */
export async function compareOffers(lived: Lived, day: Day, start: Day, touched: ReadonlySet<string>): Promise<void> {
  const weekly = daysBetween(start, day) % 7 === 0
  // Who is not seen for a year, and bought nothing, is deleted.
  if (weekly)
    for (const { token } of lived.people.values()) await lived.portal.app.call(members.signIn, {}, { as: token })
  const asked = [...lived.people.keys()].filter(({ email }) => weekly || touched.has(email))
  for (let at = 0; at < asked.length; at += TOGETHER)
    await Promise.all(
      asked
        .slice(at, at + TOGETHER)
        .flatMap((figure) => [shelves(lived, day, figure), nextSeasons(lived, day, figure)]),
    )
}

/** Everything that a club sells, for each of the family: the price, whether it is sold, and who cannot buy it. */
async function shelves({ portal, people, reckoning, report }: Lived, day: Day, figure: Figure): Promise<void> {
  const { token, ids } = people.get(figure)!
  const orgIds = [portal.clubs.rowing.id, portal.clubs.choir.id].join()
  const found = await portal.app.call(
    organisations.configurationsOfMine,
    { memberIds: [...ids.values()].join(), orgIds },
    { as: token },
  )
  for (const season of reckoning.seasons.filter(({ end }) => end >= day)) {
    const one = found.find(({ id }) => id === portal.seasons.get(season.name))
    const sale = isOnSale(season, day) ? 'on_sale' : 'not_yet'
    const [at, reckoned] = [`${one?.sale} ${one?.parts.total.minor}`, `${sale} ${costs(season, day)}`]
    report.count('offers compared')
    if (at !== reckoned)
      report.differs(`${day} ${figure.email} ${season.name}: ${at} at the portal, ${reckoned} reckoned`)
    for (const [who, id] of ids) {
      const closed = one?.closedFor.find(({ memberId }) => memberId === id)?.reason ?? 'open'
      const wanted = closedBy(reckoning, figure, who, season)
      report.count('offers compared')
      // An order of a renewal that is being tried holds it.
      if (closed !== wanted && closed !== 'unpaid')
        report.differs(`${day} ${figure.email} ${who} ${season.name}: ${closed} at the portal, ${wanted} reckoned`)
    }
  }
}

function closedBy(reckoning: Reckoning, figure: Figure, who: string, season: Season): string {
  const holding = reckoning.holdings.find((one) => one.payer === figure && one.who === who && one.club === season.club)
  const held = holding ? reckoning.paid(holding) : []
  const shares = held.some(
    (term) =>
      term.season === season ||
      (term.season.kind !== 'extra' &&
        season.kind !== 'extra' &&
        term.season.start <= season.end &&
        season.start <= term.end &&
        (term.season.kind !== 'trial' || season.kind === 'trial')),
  )
  if (shares) return 'held'
  const birth = who === '' ? figure.birth : figure.children.find(({ name }) => name === who)!.birth
  if (fits(season, birth)) return 'open'
  return fits({ ...season, ages: [season.ages[0], null] }, birth) ? 'too_old' : 'too_young'
}

/** The season with which each membership goes on, and its price. */
async function nextSeasons(lived: Lived, day: Day, figure: Figure): Promise<void> {
  const { portal, people, reckoning, report } = lived
  const { token, ids } = people.get(figure)!
  const found = await portal.app.call(memberships.ofFamily, { memberIds: [...ids.values()].join() }, { as: token })
  for (const holding of reckoning.holdings.filter(({ payer }) => payer === figure)) {
    const own = found.find(
      ({ memberId, orgId }) => memberId === ids.get(holding.who) && orgId === portal.clubs[holding.club].id,
    )
    const next = own?.nextSeason
    const at = next
      ? `${nameIn(portal.seasons, next.membershipConfId)} ${next.parts.total.minor} ${next.sale}`
      : 'nothing'
    report.count('offers compared')
    const reckoned = wordsOf(reckoning, holding, day)
    if (at !== reckoned)
      report.differs(`${day} ${nameOf(holding)} goes on with ${at} at the portal, ${reckoned} reckoned`)
    const status = reckoning.status(holding, day)
    if (own?.status !== status) report.differs(`${day} ${nameOf(holding)} reads ${own?.status}, ${status} reckoned`)
    const renews = holding.card !== null
    if (own?.autoRenewal !== renews)
      report.differs(`${day} ${nameOf(holding)} renews by card: ${own?.autoRenewal} at the portal, ${renews} reckoned`)
  }
}

function wordsOf(reckoning: Reckoning, holding: Holding, day: Day): string {
  const next = nextSeason(reckoning, holding, day)
  return next ? `${next.name} ${costs(next, day)} ${isOnSale(next, day) ? 'on_sale' : 'not_yet'}` : 'nothing'
}

const nameIn = (seasons: ReadonlyMap<string, string>, id: string) =>
  [...seasons].find(([, known]) => known === id)?.[0] ?? id
