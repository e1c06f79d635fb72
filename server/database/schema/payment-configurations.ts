import { boolean, index, integer, pgTable, text, unique, uuid } from '../sql.ts'
import { id, moment, writtenAt } from './columns.ts'
import { members } from './members.ts'
import { organisations } from './organisations.ts'

/** How an organisation is paid: one row per provider, at most one enabled. */
export const paymentConfigurations = pgTable(
  'payment_configurations',
  {
    id: id(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    provider: text('provider').notNull().default('freepay'),
    /** The gateway's key, AES-256-GCM under SECRETS_KEY. */
    keyEncrypted: text('key_encrypted').notNull(),
    testMode: boolean('test_mode').notNull().default(false),
    /** The key's last characters, who set it (null for a command), and when. */
    keyHint: text('key_hint'),
    keySetAt: moment('key_set_at'),
    keySetBy: uuid('key_set_by').references(() => members.id),
    /** The merchant number and the acquirer of the payments, as the gateway says. */
    merchant: text('merchant'),
    acquirer: integer('acquirer'),
    /** The merchant before, until the office has seen that it changed. */
    merchantBefore: text('merchant_before'),
    merchantChangedAt: moment('merchant_changed_at'),
    enabled: boolean('enabled').notNull().default(true),
    createdAt: writtenAt('created_at'),
  },
  (table) => [
    unique('payment_configurations_org_provider').on(table.orgId, table.provider),
    index('payment_configurations_org').on(table.orgId),
  ],
)
