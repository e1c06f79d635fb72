import { newCouponCode } from '#server/domains/events/index.ts'
import { addDays, momentAt } from './calendar.ts'
import type { SeededClub } from './club-rows.ts'
import type { ClubKey } from './clubs.ts'
import { demoId } from './demo-id.ts'
import type { RowOf } from './row-of.ts'

type Coupon = Omit<RowOf<'coupons'>, 'id' | 'orgId' | 'eventId' | 'createdAt'> & {
  readonly club: ClubKey
  /** The title of its event; any event of the club when left out. */
  readonly event?: string
}

/** Coupons of every kind: public and private, unlimited and limited, used up and expired. */
const coupons = (today: string): Coupon[] => [
  {
    club: 'ROKLUB',
    code: 'FAELLES-10',
    name: { da: 'Fællesrabat på alle arrangementer', en: 'Together: on every event' },
    percent: 10,
    listed: true,
  },
  {
    club: 'ROKLUB',
    code: 'BARN-50',
    name: { da: 'Børn til halv pris', en: 'Children at half price' },
    percent: 50,
    categories: ['child'],
    listed: true,
    validUntil: momentAt(addDays(today, 120), '23:59'),
  },
  {
    club: 'ROKLUB',
    event: 'Ergometerduel mod Holbæk',
    code: 'DUEL-40',
    name: { da: 'Tidlig tilmelding til duellen', en: 'Early for the duel' },
    amount: 4000,
    listed: true,
    totalLimit: 25,
    used: 22,
    perMemberLimit: 1,
  },
  {
    club: 'ROKLUB',
    code: 'VELKOMMEN-50',
    name: { da: 'Velkommen i klubben: 50 kr.', en: 'Welcome to the club: DKK 50' },
    amount: 5000,
    perMemberLimit: 1,
  },
  {
    club: 'ROKLUB',
    code: newCouponCode(),
    name: { da: 'Tak til en frivillig: en gratis billet', en: 'Thanks to a volunteer: a free ticket' },
    percent: 100,
    totalLimit: 1,
  },
  {
    club: 'ROKLUB',
    code: 'SIDSTE-20',
    name: { da: 'De første tyve (brugt op)', en: 'The first twenty (used up)' },
    percent: 20,
    listed: true,
    totalLimit: 20,
    used: 20,
  },
  {
    club: 'ROKLUB',
    code: 'SOMMER-25',
    name: { da: 'Sommertilbud (udløbet)', en: 'Summer offer (expired)' },
    percent: 25,
    listed: true,
    validUntil: momentAt(addDays(today, -20), '23:59'),
  },
  {
    club: 'TENNIS',
    code: 'KETSJER-15',
    name: { da: 'Medspillere', en: 'Team mates' },
    percent: 15,
    listed: true,
  },
]

export function couponRows(
  clubs: readonly SeededClub[],
  events: readonly RowOf<'events'>[],
  today: string,
): RowOf<'coupons'>[] {
  return coupons(today).map(({ club: key, event: title, ...coupon }, position) => {
    const club = clubs.find((one) => one.key === key)
    const createdAt = momentAt(addDays(today, -40), `19:${10 + 6 * position}`)
    const event = title && events.find((one) => one.orgId === club?.id && one.title === title)
    if (!club || (title && !event)) throw new Error(`The demo world has no ${key} ${title ?? ''}`)
    return {
      id: demoId(`coupon ${key} ${coupon.name.en}`, createdAt),
      orgId: club.id,
      eventId: event ? event.id : null,
      createdAt,
      ...coupon,
    }
  })
}
