import type { ListedMember } from '#contract/members.ts'

/** Whether first name, last name, both together, or the e-mail address contain a text, in any case. */
export function isFound({ firstName, lastName, email }: ListedMember, search: string): boolean {
  const wanted = search.trim().toLowerCase()
  return `${firstName} ${lastName}\n${email ?? ''}`.toLowerCase().includes(wanted)
}
