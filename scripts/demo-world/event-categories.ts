import type { LocalText } from '#contract/local-text.ts'
import type { Weekday } from './calendar.ts'

/** Kroner. The member price applies to members of the club. */
export interface Category {
  readonly category: 'adult' | 'child' | 'student' | 'team' | 'member' | 'guest'
  readonly name: string
  readonly price: number
  readonly memberPrice: number | null
  /** Whole years on the first day, both included. */
  readonly minAge?: number
  readonly maxAge?: number
  readonly membersOnly?: boolean
  /** Places of its own; no limit when left out. */
  readonly capacity?: number
  /** Shares the places of the event's pool. */
  readonly pooled?: boolean
  /** The name in English. */
  readonly en?: string
  /** A lower price until some days from the day of seeding. */
  readonly early?: { readonly price: number; readonly memberPrice: number; readonly untilInDays: number }
  /** Sold places, where each is a booking; a share of the event's when left out. */
  readonly sold?: number
}

export interface ClubEvent {
  readonly title: string
  readonly kind: string
  readonly place: string
  /** The search text for a map. */
  readonly address?: string
  /** Markdown. */
  readonly text: string
  readonly en?: { readonly title: string; readonly text: string }
  /** Approximate days from the day of seeding; negative for the past. */
  readonly inDays: number
  readonly weekday: Weekday
  /** Local time in Copenhagen. */
  readonly at: string
  readonly hours: number
  /** Days until it is public; already public when left out. */
  readonly publicInDays?: number
  /** Days until sales start; when it becomes public when left out. */
  readonly saleFromInDays?: number
  /** Days until sales end; when the event ends when left out. */
  readonly saleUntilInDays?: number
  /** Members only, or with `guests` also their guests. Neither: anyone. */
  readonly forMembers?: boolean
  readonly guests?: boolean
  readonly enabled?: boolean
  /** One person may register several times: a team, a table. */
  readonly severalPerPerson?: boolean
  /** A paid place can be cancelled until so many hours before it begins. */
  readonly refundUntilHours?: number
  /** The message to its guests, and how many days ago. */
  readonly cancelled?: { readonly daysAgo: number; readonly texts: LocalText }
  /** No limit when left out. */
  readonly capacity?: number
  readonly sold?: number
  /** Places in the pool. */
  readonly pool?: { readonly name: string; readonly capacity: number }
  readonly categories: readonly Category[]
}

type More = Partial<Omit<Category, 'category' | 'price'>>

export const adult = (price: number, memberPrice: number | null = null, more: More = {}): Category => ({
  category: 'adult',
  name: 'Voksen',
  price,
  memberPrice,
  ...more,
})

export const child = (price: number, memberPrice: number | null = null, more: More = {}): Category => ({
  category: 'child',
  name: 'Barn under 15',
  price,
  memberPrice,
  maxAge: 14,
  ...more,
})

export const student = (price: number, more: More = {}): Category => ({
  category: 'student',
  name: 'Studerende, 18–30 år',
  price,
  memberPrice: null,
  minAge: 18,
  maxAge: 30,
  ...more,
})

export const team = (price: number, memberPrice: number | null = null): Category => ({
  category: 'team',
  name: 'Hold',
  price,
  memberPrice,
})

/** A price for members only. */
export const member = (price: number, more: More = {}): Category => ({
  category: 'member',
  name: 'Medlem',
  price,
  memberPrice: null,
  membersOnly: true,
  ...more,
})

export const guest = (price: number, more: More = {}): Category => ({
  category: 'guest',
  name: 'Gæst',
  price,
  memberPrice: null,
  ...more,
})
