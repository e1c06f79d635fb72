import { portalNow } from '#server/database/clock.ts'
import { type Db, onOneConnection } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { selectOptionalOrganisation } from '#server/domains/organisations/index.ts'
import { issueHandle } from './payment-handle.ts'
import { selectOptionalConfiguration } from './queries.ts'

interface Which {
  orgId: string
  provider?: string
  id?: string
}

/** How an organisation is paid. `clientSecret` is a handle for this caller; the key itself is not returned. */
export async function showPaymentConfiguration(
  { db, secrets }: { db: Db; secrets: Secrets },
  actor: MemberActor,
  which: Which,
) {
  const { orgId, ...selector } = which
  const [organisation, configuration, now] = await onOneConnection(db, (one) =>
    Promise.all([
      selectOptionalOrganisation(one, orgId),
      selectOptionalConfiguration(one, orgId, selector),
      portalNow(one),
    ]),
  )
  if (!organisation) throw new Problem('organisation_not_found')
  if (!configuration) throw new Problem('payment_not_configured')
  return {
    provider: configuration.provider,
    clientSecret: issueHandle(secrets, actor.memberId, orgId, now),
    testMode: configuration.testMode,
    currencySymbol: organisation.currency,
  }
}
