import { expect, inject } from 'vitest'
import { compareBells, type Written } from './bells.ts'
import type { Day } from './days.ts'
import { judge, type Message } from './judge.ts'
import type { Letter } from './letter.ts'
import { mailsOf, sentTo } from './sent.ts'
import type { ClubKey } from './seasons.ts'
import type { Lived } from './report.ts'

/** A mail that was sent. */
interface Mail extends Message {
  readonly to: string
  readonly club: ClubKey | null
  readonly kind: string
}

/** Mails and notices of a day: all that were reckoned, no other, at the right hour, and true for their reader. */
export async function compareLetters(year: Lived, day: Day, reckoned: readonly Letter[]): Promise<void> {
  const { report } = year
  const mails = await readMails(year, day)
  report.count('mails compared', mails.length)
  const open = [...mails]
  const written: Written[] = []
  for (const letter of reckoned) {
    const at = open.findIndex((one) => one.to === letter.to && one.kind === letter.kind && one.club === letter.club)
    const mail = at >= 0 ? open.splice(at, 1)[0]! : null
    written.push({ letter, mail })
    if (mail) judge(year, day, letter, mail)
    else
      report.differs(
        `${day} ${letter.to} got no mail ${letter.kind} from ${letter.club}: reckoned with ${JSON.stringify(letter.about)}`,
      )
  }
  for (const { to, kind, club, at, title } of open)
    report.differs(`${day} ${at} ${to} got a mail ${kind} from ${club} that was not reckoned: ${title}`)
  const mornings = Map.groupBy(
    mails.filter(({ at }) => at >= '07' && at < '09'),
    ({ to }) => to,
  )
  for (const [to, some] of mornings)
    if (some.length > 2)
      report.differs(`${day} ${to} got ${some.length} mails in one morning: ${some.map(({ kind }) => kind).join()}`)
  await compareBells(year, day, written)
}

/** The mails of a day as they are in the mailbox. */
async function readMails({ portal, mailbox }: Lived, day: Day): Promise<Mail[]> {
  const rows = await mailsOf(portal, day)
  const mails: Mail[] = []
  for (const [to, own] of Map.groupBy(rows, (row) => row.to)) {
    const address = `${inject('simulators').url}/simulators/mailbox/messages.json?to=${encodeURIComponent(to)}`
    const before = mailbox.get(to) ?? (await sentTo(portal, to)) - own.length
    mailbox.set(to, before + own.length)
    let inbox: { subject: string; text: string; receivedAt: string }[] = []
    // The mail server keeps a mail a moment after it took it.
    await expect
      .poll(async () => (inbox = (await (await fetch(address)).json()) as typeof inbox).length)
      .toBe(before + own.length)
    const latest = inbox.toSorted((a, b) => a.receivedAt.localeCompare(b.receivedAt)).slice(-own.length)
    for (const [at, row] of own.entries()) {
      const { subject: title, text } = latest[at] ?? { subject: 'not in the mailbox', text: '' }
      mails.push({ form: 'mail', to, kind: row.kind, at: row.at, club: portal.clubOf(row.orgId), title, text })
    }
  }
  return mails
}
