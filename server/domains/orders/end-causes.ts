/** Why bought lines ended, as their status changes record it. */
export const causes = { byHolder: 'given up', byOffice: 'given back by the office' } as const
