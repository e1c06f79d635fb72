/** Why bought lines ended, as their status changes record it; read with `portal_end_cause()`, which knows the words of earlier versions. */
export const causes = { byHolder: 'cancelled by the holder', byOffice: 'refunded by the office' } as const
