import type { Person } from './people.ts'

/** Whether the reader may buy for somebody: themselves, and whom they act for. */
export const mayBuyFor = ({ self, member }: Person) => self || member.can.buy
