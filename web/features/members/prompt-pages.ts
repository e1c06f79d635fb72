/** `address`: what the profile lacks. `membership`: the question whether to buy one. */
type Prompt = 'address' | 'membership'

const both: readonly Prompt[] = ['address', 'membership']

/**
 * The pages, by route name, where a prompt may interrupt the reader. Nowhere else: not where they buy,
 * answer, read a receipt, show a ticket or work for a club, nor where the page asks for the same itself.
 */
const pages: Readonly<Record<string, readonly Prompt[]>> = {
  events: both,
  eventsOf: both,
  tickets: both,
  calendar: both,
  participants: both,
  acts: both,
  notifications: both,
  contactUs: both,
  memberships: ['address'],
  membershipHistory: ['address'],
  myProfile: ['address'],
  organisations: ['address'],
  organisation: ['address'],
  ownOrganisations: ['address'],
}

export const promptPages = (prompt: Prompt): string[] =>
  Object.keys(pages).filter((page) => pages[page]?.includes(prompt))
