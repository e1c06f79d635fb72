/** What the cache keeps answers under, by what they are about, so that news of a thing finds all that is out of date. */
export const queryKeys = {
  contact: ['contact'],
  coupons: ['coupons'],
  events: ['events'],
  family: ['family'],
  images: ['images'],
  members: ['members'],
  memberships: ['memberships'],
  messages: ['messages'],
  notes: ['notes'],
  notifications: ['notifications'],
  orders: ['orders'],
  organisations: ['organisations'],
  signIn: ['sign-in'],
  tickets: ['tickets'],
} as const
