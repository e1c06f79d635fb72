/** A person's full name; either part may be empty. */
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim()

/** How a person is greeted: one of both names is enough, and it may be the last. */
export const callName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  firstName || lastName
