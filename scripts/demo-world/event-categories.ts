/** Kroner. The member price applies to members of the club. */
export interface Category {
  readonly category: 'adult' | 'child' | 'student' | 'team'
  readonly name: string
  readonly price: number
  readonly memberPrice: number | null
}

export interface ClubEvent {
  readonly title: string
  readonly kind: string
  readonly place: string
  readonly text: string
  /** From the day of seeding; negative is past. */
  readonly inDays: number
  /** Wall clock in Copenhagen. */
  readonly at: string
  readonly hours: number
  /** Seen by everybody from so many days on; long public when left out. */
  readonly publicInDays?: number
  /** Members only; with `guests` their guests too; neither: anyone. */
  readonly forMembers?: boolean
  readonly guests?: boolean
  readonly enabled?: boolean
  /** No limit when left out. */
  readonly capacity?: number
  readonly sold?: number
  readonly categories: readonly Category[]
}

export const adult = (price: number, memberPrice: number | null = null): Category => ({
  category: 'adult',
  name: 'Voksen',
  price,
  memberPrice,
})

export const child = (price: number, memberPrice: number | null = null): Category => ({
  category: 'child',
  name: 'Barn under 15',
  price,
  memberPrice,
})

export const student = (price: number): Category => ({
  category: 'student',
  name: 'Studerende',
  price,
  memberPrice: null,
})

export const team = (price: number, memberPrice: number | null = null): Category => ({
  category: 'team',
  name: 'Hold',
  price,
  memberPrice,
})
