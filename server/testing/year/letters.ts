import { expect, inject } from 'vitest'
import { isQuiet, type Day } from './days.ts'
import { nextSeason } from './offers.ts'
import { type Letter, OFFICE } from './letter.ts'
import { bellsOf, mailsOf, sentTo } from './sent.ts'
import type { ClubKey } from './seasons.ts'
import type { Lived } from './report.ts'

/** A mail that was sent. */
interface Mail {
  readonly to: string
  readonly club: ClubKey | null
  readonly kind: string
  /** On Copenhagen's clock, `HH:MM`. */
  readonly at: string
  readonly subject: string
  readonly text: string
}

/** What reminds, and so waits at night and at Christmas and New Year. */
const REMINDERS = ['membership-renew', 'renewal-ended']

/** What the portal writes about renewals, in the bell and by mail at once. */
const RENEWALS = [...REMINDERS, 'renewal-announced', 'renewal-card-expires', 'renewal-failed', 'renewal-outgrown']

/** Mails and notices of a day: all that were reckoned, no other, at the right hour, and true for their reader. */
export async function compareLetters(year: Lived, day: Day, reckoned: readonly Letter[]): Promise<void> {
  const { report } = year
  const mails = await readMails(year, day)
  report.count('mails compared', mails.length)
  const open = [...mails]
  for (const letter of reckoned) {
    const at = open.findIndex((one) => one.to === letter.to && one.kind === letter.kind && one.club === letter.club)
    if (at >= 0) judge(year, day, letter, open.splice(at, 1)[0]!)
    else
      report.differs(
        `${day} ${letter.to} got no mail ${letter.kind} from ${letter.club}: reckoned with ${JSON.stringify(letter.about)}`,
      )
  }
  for (const { to, kind, club, at, subject } of open)
    report.differs(`${day} ${at} ${to} got a mail ${kind} from ${club} that was not reckoned: ${subject}`)
  const mornings = Map.groupBy(
    mails.filter(({ at }) => at >= '07' && at < '09'),
    ({ to }) => to,
  )
  for (const [to, some] of mornings)
    if (some.length > 2)
      report.differs(`${day} ${to} got ${some.length} mails in one morning: ${some.map(({ kind }) => kind).join()}`)
  await compareBells(year, day, mails)
}

/** Whatever is written about a renewal is in the reader's bell, too, and nothing else is. */
async function compareBells({ portal, report }: Lived, day: Day, mails: readonly Mail[]): Promise<void> {
  const bells = await bellsOf(portal, day)
  report.count('bells compared', bells.length)
  const expected = mails.filter(({ kind }) => RENEWALS.includes(kind)).map(({ to, club }) => `${to} ${club}`)
  const found = bells.filter(({ type }) => type === 'MEMBERSHIP_RENEW')
  const open = [...expected]
  for (const bell of found) {
    const club = portal.clubOf(bell.orgId)
    const at = open.indexOf(`${bell.to} ${club}`)
    if (at >= 0) open.splice(at, 1)
    else report.differs(`${day} ${bell.to} has a notice from ${club} without a mail: ${bell.title}. ${bell.message}`)
    if (bell.at < '07' || bell.at >= '20:59')
      report.differs(`${day} ${bell.to} got a notice at ${bell.at}: ${bell.title}`)
  }
  for (const one of open) report.differs(`${day} ${one} got a mail about a renewal and no notice`)
}

/** Whether it is true for its reader, and comes at a good hour. */
function judge(year: Lived, day: Day, { about, kind, to, club }: Letter, mail: Mail): void {
  const wrong = (what: string) =>
    year.report.differs(`${day} ${mail.at} ${to} ${kind} from ${club} ${what}: ${mail.subject}\n${mail.text}`)
  const all = `${mail.subject}\n${mail.text}`
  if (RENEWALS.includes(kind) && (mail.at < '07' || mail.at >= '21')) wrong('at night')
  if (REMINDERS.includes(kind) && isQuiet(day)) wrong('on a quiet day')
  if (kind === 'renewal-announced') {
    const nothingToDo = /you don't need to do anything|du skal ikke gøre noget/i.test(all)
    if (nothingToDo && about.cardExpires) wrong('says that nothing is to be done, and the card expires')
    if (!nothingToDo && !about.cardExpires && !about.raised) wrong('asks for something')
    if (about.charge && !names(all, about.charge)) wrong(`does not name the day of the charge, ${about.charge}`)
    if (about.amount && !costsIn(all, about.amount)) wrong(`does not name the amount, ${about.amount}`)
  }
  if (kind === 'order-paid' && about.amount && !costsIn(all, about.amount)) wrong(`does not name ${about.amount}`)
  if (kind === 'membership-renew' && !names(all, about.end)) wrong(`does not name the last day, ${about.end}`)
  for (const season of year.reckoning.seasons)
    if (
      to !== OFFICE &&
      kind !== 'renewal-outgrown' &&
      all.includes(season.name) &&
      !ownOf(year, to, day).has(season.name)
    )
      wrong(`names ${season.name}, which is not the reader's`)
}

/** Names of what somebody and their children hold, have held, or can go on with. */
function ownOf({ reckoning, renewals }: Lived, email: string, day: Day): Set<string> {
  const own = reckoning.holdings.filter(({ payer }) => payer.email === email)
  return new Set([
    ...own.flatMap((holding) => [
      ...holding.terms.map(({ season }) => season.name),
      nextSeason(reckoning, holding, day)?.name ?? '',
    ]),
    ...renewals.charges
      .filter(({ payer }) => payer.email === email)
      .flatMap(({ lines }) => lines.map(({ season }) => season.name)),
  ])
}

const months = {
  en: 'January February March April May June July August September October November December'.split(' '),
  da: 'januar februar marts april maj juni juli august september oktober november december'.split(' '),
}

/** Whether a text names a day, in Danish or English. */
function names(text: string, day: Day): boolean {
  const [, month, date] = day.split('-').map(Number)
  return text.includes(`${date} ${months.en[month! - 1]}`) || text.includes(`${date}. ${months.da[month! - 1]}`)
}

/** Whether a text names an amount in øre. */
function costsIn(text: string, minor: number): boolean {
  const kroner = String(Math.floor(minor / 100)).replace(/\B(?=(\d{3})+$)/g, '[.,]?')
  const ore = String(minor % 100).padStart(2, '0')
  return new RegExp(`(^|[^\\d.,])${kroner}([.,]${ore}${minor % 100 === 0 ? ')?' : ')'}(?![\\d])`).test(text)
}

/** The mails of a day as they are in the mailbox. */
async function readMails({ portal }: Lived, day: Day): Promise<Mail[]> {
  const rows = await mailsOf(portal, day)
  const mails: Mail[] = []
  for (const [to, own] of Map.groupBy(rows, (row) => row.to)) {
    const address = `${inject('simulators').url}/simulators/mailbox/messages.json?to=${encodeURIComponent(to)}`
    const sent = await sentTo(portal, to)
    let inbox: { subject: string; text: string; receivedAt: string }[] = []
    // The mail server keeps a mail a moment after it took it.
    await expect.poll(async () => (inbox = (await (await fetch(address)).json()) as typeof inbox).length).toBe(sent)
    const latest = inbox.toSorted((a, b) => a.receivedAt.localeCompare(b.receivedAt)).slice(-own.length)
    for (const [at, row] of own.entries()) {
      const { subject, text } = latest[at] ?? { subject: 'not in the mailbox', text: '' }
      mails.push({ to, kind: row.kind, at: row.at, club: portal.clubOf(row.orgId), subject, text })
    }
  }
  return mails
}
