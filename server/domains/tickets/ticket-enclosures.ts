import type { Download } from '#contract/endpoint.ts'
import type { Language } from '#contract/values.ts'
import type { Db } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { calendarOf } from './files/ticket-calendar.ts'
import { drawTickets } from './files/ticket-pdf.ts'
import { isValid } from './present.ts'
import { selectTickets } from './queries.ts'

/** What the mail about a paid order brings for the door: its valid tickets in one PDF, and their events as calendar entries. */
export const ticketEnclosures =
  (services: { db: Db; secrets: Secrets; publicUrl: string }) =>
  async (orderId: string, locale: Language): Promise<Download[]> => {
    const rows = (await selectTickets(services.db, { orderId })).filter(isValid)
    if (rows.length === 0) return []
    return [await drawTickets(services, rows, locale), await calendarOf(services, rows, locale)]
  }
