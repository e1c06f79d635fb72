/** Where the first login of this browser's session is kept (`first-login.ts`). */
export const firstLoginKey = 'portal.first-login'

/** Whether anybody signed in in this browser before. */
export const wasSignedInBefore = () => localStorage.getItem(firstLoginKey) !== null
