import type { Member } from '#contract/members.ts'

/** Somebody of the reader's family, the reader among them. */
export interface Person {
  readonly member: Member
  /** First and last name. */
  readonly name: string
  /** The first name, or both where two share it. */
  readonly short: string
  readonly self: boolean
}

const fullName = ({ firstName, lastName }: Member) => `${firstName} ${lastName}`.trim()

/** The reader first, then the others as they come; nobody twice. */
export function peopleOf(reader: Member, others: readonly Member[]): Person[] {
  const all = [reader, ...others.filter(({ id }) => id !== reader.id)]
  return all.map((member) => {
    const shared = all.some((other) => other.id !== member.id && other.firstName === member.firstName)
    const name = fullName(member)
    return { member, name, short: shared || !member.firstName ? name : member.firstName, self: member.id === reader.id }
  })
}

/** Whether the reader may buy for somebody: themselves, and whom they act for. */
export const mayBuyFor = ({ self, member }: Person) => self || member.can.buy
