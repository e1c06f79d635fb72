import * as z from 'zod/mini'
import { integer, text } from './values.ts'

const Party = z.object({ name: text(), url: text() })

/** The public configuration, embedded as JSON in `index.html`. */
export const PortalConfig = z.object({
  /** Prefix of the API's paths and of the `{product}token`. */
  productKey: text(),
  productName: text(),
  oidcIssuer: text(),
  oidcClientId: text(),
  /** When not 0 the header shows 'DEV TITLE' in place of the logo. */
  devEnvironment: integer(),
  sessionTimeoutMinutes: integer(),
  notificationsEnabled: z.boolean(),
  /** Null for no badge. */
  appStoreUrl: z.nullable(text()),
  /** Whether browsers keep an offline copy of tickets and calendar. */
  offline: z.boolean(),
  provider: z.nullable(Party),
  vendor: z.nullable(Party),
})
export type PortalConfig = z.infer<typeof PortalConfig>
