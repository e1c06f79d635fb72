import type { Member } from '#contract/members.ts'
import { useMemberImage } from '#web/api/pictures/member-image.ts'
import { Initials } from '#web/ui/initials.tsx'

export const personName = ({ firstName, lastName }: Member) => `${firstName} ${lastName}`.trim()

/** Beside the name of somebody for whom is bought. */
export const PersonPicture = ({ person, size }: { person: Member; size: number }) => (
  <Initials name={personName(person)} size={size} light image={useMemberImage(person)} />
)
