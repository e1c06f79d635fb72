import { randomUUID } from 'node:crypto'
import { family } from '#contract/members/family.ts'
import { members } from '#contract/members/members.ts'
import { memberships } from '#contract/memberships/memberships.ts'
import { officeMemberships } from '#contract/memberships/office.ts'
import { orders } from '#contract/orders/orders.ts'
import { newToken } from '#server/database/new-id.ts'
import { workOf } from '#server/schedule.ts'
import { buildClub, type Club, type Person } from '#server/testing/builders.ts'
import { carryOut } from '#server/testing/carry-out.ts'
import { handleOf, membershipData, paymentRequest, visit } from '#server/testing/purchase.ts'
import { billing } from '#server/testing/selection.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'
import type { Card, Figure } from './cast.ts'
import { hoursAhead, plus, type Day } from './days.ts'
import { GRACE, type ClubKey, type Season } from './seasons.ts'
import { register } from './register.ts'

/** Somebody at the portal. */
export interface Someone extends Person {
  /** Ids by first name; '' is the person. */
  readonly ids: ReadonlyMap<string, string>
  readonly billing: { readonly name: string; readonly email: string }
}

/** The hours at which a worker looks what is due, by Copenhagen's clock. */
const HOURS = { night: [0], morning: [8], noon: [12], evening: [20] } as const
export type Part = keyof typeof HOURS

/** The real portal, driven over its HTTP API, on a day of its own. */
export class Portal {
  readonly app: TestApp
  readonly clubs: Record<ClubKey, Club>
  readonly office: Person
  /** Ids of seasons by name. */
  readonly seasons = new Map<string, string>()
  ticks = 0

  private constructor(app: TestApp, clubs: Record<ClubKey, Club>, office: Person) {
    this.app = app
    this.clubs = clubs
    this.office = office
  }

  static async open(start: Day): Promise<Portal> {
    const app = await createTestApp()
    await setClock(app, plus(start, -1), '11:00')
    const clubs = { rowing: await buildClub(app), choir: await buildClub(app) }
    const office = await signUp(app, { name: 'Olga', family: 'Office', email: 'office@year.example' })
    await app.database.sql('delete from membership_configurations')
    for (const key of ['rowing', 'choir'] as const) {
      await app.database.sql('update organisations set grace_days = $2, name = $3 where id = $1', [
        clubs[key].id,
        GRACE[key],
        { rowing: 'The Rowing Club', choir: 'The Choir' }[key],
      ])
      await app.database.sql(
        `insert into office_grants (id, org_id, member_id, roles, granted_by) values ($1, $2, $3, '{chair}', $3)`,
        [randomUUID(), clubs[key].id, office.memberId],
      )
    }
    return new Portal(app, clubs, office)
  }

  clubOf = (orgId: string | null): ClubKey | null =>
    (['rowing', 'choir'] as const).find((key) => this.clubs[key].id === orgId) ?? null

  close = () => this.app.close()

  clock = (day: Day, time: string) => setClock(this.app, day, time)

  /** A worker's part of a day: each job at its minute, then the queue. */
  async work(day: Day, part: Part): Promise<void> {
    for (const hour of HOURS[part]) {
      const utc = (hour + 24 - hoursAhead(day)) % 24
      const due = workOf(this.app.context).recurring.map((job) => ({ ...job, minutes: minutesOf(job.cron, utc) }))
      for (const minute of [...new Set(due.flatMap(({ minutes }) => minutes))].toSorted((a, b) => a - b)) {
        await this.clock(day, `${two(hour)}:${two(minute)}`)
        for (const job of due) if (job.minutes.includes(minute)) await job.run()
        await this.drain()
      }
      this.ticks++
    }
  }

  /** Runs what waits in the queue. */
  async drain(): Promise<void> {
    for (;;) {
      const [due] = await this.app.database.sql(
        'select 1 from graphile_worker.jobs where run_at <= now() and attempts < max_attempts limit 1',
      )
      if (!due) return
      await this.app.runJobs()
    }
  }

  publish = async (season: Season, today: Day): Promise<void> => {
    const made = await this.app.call(
      officeMemberships.create,
      { orgId: this.clubs[season.club].id, ...fieldsOf(season, today) },
      { as: this.office.token },
    )
    await this.app.call(
      officeMemberships.publish,
      { orgId: this.clubs[season.club].id, ids: [made.id] },
      { as: this.office.token },
    )
    this.seasons.set(season.name, made.id)
  }

  /** The office types another price. */
  async reprice(season: Season, today: Day): Promise<void> {
    const orgId = this.clubs[season.club].id
    const { seasons } = await this.app.call(officeMemberships.list, { orgId }, { as: this.office.token })
    const { id, version } = seasons.find((one) => one.id === this.seasons.get(season.name))!
    await this.app.call(
      officeMemberships.save,
      { orgId, configurationId: id, version, ...fieldsOf(season, today) },
      { as: this.office.token },
    )
  }

  async welcome(figure: Figure): Promise<Someone> {
    const person = await signUp(this.app, figure)
    const { language, birth } = figure
    const { member } = await this.app.call(members.signIn, {}, { as: person.token })
    await this.app.call(
      members.update,
      { ...member, language, dateOfBirth: birth, address: HOME },
      { as: person.token },
    )
    const ids = new Map([['', person.memberId]])
    for (const child of figure.children) {
      const fields = { phone: '', gender: '' as const, language: null, address: null }
      const added = await this.app.call(
        family.addParticipant,
        { firstName: child.name, lastName: figure.family, dateOfBirth: child.birth, ...fields },
        { as: person.token },
      )
      ids.set(child.name, added.id)
    }
    return { ...person, ids, billing: { name: `${figure.name} ${figure.family}`, email: figure.email } }
  }

  /** @returns the order's token */
  async order(buyer: Someone, lines: readonly { who: string; season: Season }[], renew: boolean): Promise<string> {
    const wanted = lines.map(({ who, season }) => ({
      memberId: buyer.ids.get(who)!,
      season: { id: this.seasons.get(season.name)!, orgId: this.clubs[season.club].id },
    }))
    const { token } = await this.app.call(
      orders.prepare,
      {
        token: newToken(),
        membershipData: membershipData(wanted, { autoRenewal: renew, billing: { ...billing, ...buyer.billing } }),
      },
      { as: buyer.token },
    )
    return token
  }

  /** Types the card in the window, and comes back. */
  async pay(buyer: Someone, club: ClubKey, token: string, amount: number, card: Card): Promise<void> {
    const { app } = this
    const freepayauthtoken = await handleOf(app, buyer, this.clubs[club].id)
    const { paymentWindowLink } = await app.call(
      orders.openPaymentWindow,
      { ...paymentRequest(app, token, amount), freepayauthtoken },
      { as: buyer.token },
    )
    const [year, month] = card.expires.split('-')
    const form = { cardNumber: `4100 0000 0000 ${card.tail}`, expiry: `${month}/${year!.slice(2)}`, cvc: '123' }
    const answer = await fetch(paymentWindowLink, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    })
    const back = answer.headers.get('location')
    if (back) await visit(back)
    await this.drain()
  }

  membershipAt = async (reader: Someone, memberId: string, club: ClubKey) => {
    const [found] = await this.app.call(
      memberships.list,
      { memberId, orgId: this.clubs[club].id },
      { as: reader.token },
    )
    return found
  }

  switchOff = async (reader: Someone, memberId: string, club: ClubKey) => {
    const { id, orgId } = (await this.membershipAt(reader, memberId, club))!
    await this.app.call(memberships.updateItem, { memberId, id, orgId, autoRenewal: false }, { as: reader.token })
  }

  async forgetCard(reader: Someone, club: ClubKey): Promise<void> {
    const cards = await this.app.call(memberships.savedCards, {}, { as: reader.token })
    for (const { id, orgId } of cards)
      if (orgId === this.clubs[club].id)
        await this.app.call(memberships.forgetCard, { cardId: id }, { as: reader.token })
  }

  /** The office gives the money for one line back, and the minute passes in which it could stop. */
  async refund(memberId: string, season: Season): Promise<void> {
    const orgId = this.clubs[season.club].id
    const as = { as: this.office.token }
    const all = await this.app.call(orders.ofMember, { orgId, memberId }, as)
    const lines = all.flatMap((order) => order.lines.map((line) => ({ ...line, orderId: order.id })))
    const line = lines.find((one) => one.memberId === memberId && one.title === season.name)!
    await this.app.call(orders.refund, { orgId, orderId: line.orderId, lineIds: [line.id] }, as)
    await carryOut(this.app)
    await this.drain()
  }
}

const HOME = {
  AddressLine1: 'Havnevej 1',
  AddressLine2: '',
  AddressLine3: '',
  City: 'Roskilde',
  PostCode: '4000',
  Country: 'Denmark',
}

const two = (number: number) => String(number).padStart(2, '0')

/** The minutes of an hour at which a job is due. What runs every few minutes is run once, at the end of the hour. */
function minutesOf(cron: string, utcHour: number): number[] {
  const [minute = '', hour = ''] = cron.split(' ')
  if (hour !== '*' && Number(hour) !== utcHour) return []
  return minute.startsWith('*') ? [59] : minute.split(',').map(Number)
}

const setClock = (app: TestApp, day: Day, time: string) =>
  app.database.sql(
    `update portal_clock set "offset" = ($1::text::timestamp at time zone 'Europe/Copenhagen') - now()`,
    [`${day} ${time}`],
  )

async function signUp(app: TestApp, { name, family: lastName, email }: Pick<Figure, 'name' | 'family' | 'email'>) {
  const token = await register({ firstName: name, lastName, email, phone: '', password: 'longenough' })
  const { member } = await app.call(members.signIn, {}, { as: token })
  return { token, memberId: member.id } satisfies Person
}

function fieldsOf(season: Season, today: Day) {
  const { raise, price, surcharge, vat } = season
  return {
    name: { da: season.name, en: season.name },
    benefits: { da: '' },
    series: season.series,
    startDate: season.start,
    endDate: season.end,
    offerStartDate: season.onSale,
    minAge: season.ages[0],
    maxAge: season.ages[1],
    price: raise && today >= raise.day ? raise.price : price,
    vatRate: vat,
    surcharge,
    combinable: season.kind === 'extra',
    isTrial: season.kind === 'trial',
    isPassive: season.kind === 'passive',
  }
}
