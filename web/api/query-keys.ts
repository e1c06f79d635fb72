/** What the cache keeps answers under, by what they are about, so that news of a thing finds all that is out of date. */
export const queryKeys = {
  contact: ['contact'],
  events: ['events'],
  family: ['family'],
  memberships: ['memberships'],
  messages: ['messages'],
  notifications: ['notifications'],
  orders: ['orders'],
  organisations: ['organisations'],
  tickets: ['tickets'],
} as const
