import { memberships } from '#contract/memberships/memberships.ts'
import { renewalPage } from '#contract/notifications/notifications.ts'
import { orders } from '#contract/orders/orders.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { judge, type Message, namedBesides } from './judge.ts'
import type { Day } from './days.ts'
import type { Letter } from './letter.ts'
import type { Lived } from './report.ts'
import { type Bell, bellsOf } from './sent.ts'

/** Messages that are sent by mail alone. */
const MAIL_ONLY = ['welcome', 'season-missing']

/** A letter with the mail that was sent for it. */
export interface Written {
  readonly letter: Letter
  readonly mail: Message | null
}

/** The notices of a day: one for each letter, true in both languages, in line with its mail, and with a link that helps. */
export async function compareBells(year: Lived, day: Day, written: readonly Written[]): Promise<void> {
  const { portal, report } = year
  const open = [...(await bellsOf(portal, day))]
  report.count('bells compared', open.length)
  for (const { letter, mail } of written) {
    const { to, kind, club, about } = letter
    if (MAIL_ONLY.includes(kind)) continue
    const at = open.findIndex((one) => one.to === to && one.kind === kind && portal.clubOf(one.orgId) === club)
    if (at < 0) {
      report.differs(`${day} ${to} got no notice ${kind} from ${club}: reckoned with ${JSON.stringify(about)}`)
      continue
    }
    const bell = open.splice(at, 1)[0]!
    const figure = [...year.people.keys()].find(({ email }) => email === to)!
    for (const language of ['en', 'da'] as const) {
      const notice: Message = { form: 'notice', at: bell.at, ...bell[language] }
      judge(year, day, letter, notice)
      const besides = mail && language === figure.language ? namedBesides(notice, mail) : []
      if (besides.length > 0)
        report.differs(
          `${day} ${to} ${kind} from ${club}: the notice names ${besides.join(' and ')}, the mail does not: ${notice.title}. ${notice.text}\n${mail!.text}`,
        )
    }
    // Whoever did something on that day may have settled it before the evening.
    if (figure.deeds.every(({ on }) => on !== day) || kind === 'order-paid')
      for (const fault of await faultsOfLink(year, letter, bell))
        report.differs(`${day} ${to} ${kind} from ${club}: ${fault}: ${bell.en.title}. ${bell.en.text}`)
  }
  for (const { to, kind, at, en } of open)
    report.differs(`${day} ${at} ${to} got a notice ${kind} that was not reckoned: ${en.title}. ${en.text}`)
}

/** Faults of the page to which a notice leads. */
async function faultsOfLink(year: Lived, letter: Letter, bell: Bell): Promise<string[]> {
  const { token, ids } = [...year.people].find(([{ email }]) => email === letter.to)![1]
  const { app } = year.portal
  const memberIds = [...ids.values()].join()
  year.report.count('links compared')
  if (bell.type === 'PAYMENT_RECEIVED') {
    if (letter.kind !== 'order-paid') return []
    const termId = String(bell.data['termId'])
    const receipt = await app.call(orders.receipt, { historyId: termId }, { as: token }).catch(() => null)
    return receipt ? [] : ['the link leads to no receipt']
  }
  const page = renewalPage(bell.data)
  const faults: string[] = []
  if (/under Memberships/i.test(bell.en.text) && page !== 'memberships')
    faults.push(`the link leads to ${page} instead`)
  if ((page === 'join') !== Boolean(letter.about.trial)) faults.push(`the link leads to ${page}`)
  if (page === 'memberships') {
    const held = await app.call(memberships.ofFamily, { memberIds }, { as: token })
    const renewals = held.flatMap(({ orgId, renewal }) => (orgId === bell.orgId && renewal ? [renewal] : []))
    const can = {
      'renewal-failed': renewals.some(({ orderToken }) => orderToken !== null),
      'renewal-announced': renewals.some(({ can: { switchOff }, state }) => switchOff && state === 'announced'),
      'renewal-card-expires': renewals.some(({ cardExpires }) => cardExpires),
    }[letter.kind]
    if (can === false) faults.push(`nothing can be done under Memberships`)
  } else {
    const sold = await app.call(organisations.configurationsOfMine, { memberIds, orgIds: bell.orgId! }, { as: token })
    const open = sold.filter(({ sale, closedFor }) => sale === 'on_sale' && closedFor.length < ids.size)
    if (open.length === 0) faults.push('nothing can be bought where the link leads')
  }
  return faults
}
