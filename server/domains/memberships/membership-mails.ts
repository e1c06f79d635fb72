import type { Db } from '#server/database/db.ts'
import { type MailDraft, markedAsTest } from '#server/domains/notifications/index.ts'
import { selectOptionalConfiguration } from '#server/domains/payments/index.ts'
import { extendedSeasonMail } from './office/extended-season.ts'
import { missingSeasonMail } from './office/missing-seasons.ts'
import { type Renewal, renewalMail } from './renewals/reminder-mail.ts'
import { renewalMails } from './renewals/renewal-mails.ts'
import { offeredMail } from './sale/offered-mail.ts'

/** The mails about memberships; each is built when it is sent. Members of a club in test mode read that it is a test. */
export const membershipMails = (db: Db, publicUrl: string) => ({
  ...markTests(db, {
    'membership-renew': (data: Renewal) => renewalMail(db, publicUrl, data),
    'season-grown': (data: Parameters<typeof extendedSeasonMail>[2]) => extendedSeasonMail(db, publicUrl, data),
    'membership-offered': (data: Parameters<typeof offeredMail>[2]) => offeredMail(db, publicUrl, data),
    ...renewalMails(db, publicUrl),
  }),
  'season-missing': (data: { orgId: string; memberId: string }) => missingSeasonMail(db, publicUrl, data),
})

type Mails = Readonly<Record<string, (data: never) => Promise<MailDraft | null>>>

const markTests = <M extends Mails>(db: Db, mails: M): M =>
  Object.fromEntries(
    Object.entries(mails).map(([template, write]) => [
      template,
      async (data: never) => {
        const draft = await write(data)
        return draft && (await markTest(db, draft))
      },
    ]),
  ) as unknown as M

async function markTest(db: Db, draft: MailDraft): Promise<MailDraft> {
  const payment = draft.orgId ? await selectOptionalConfiguration(db, draft.orgId) : null
  return payment?.testMode ? markedAsTest(draft) : draft
}
