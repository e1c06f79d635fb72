import * as z from 'zod/mini'
import { integer, text } from './values.ts'

const Party = z.object({ name: text(), url: text() })

/** What the server tells the page before any call: written as JSON into `index.html`. Nothing in it is secret. */
export const PortalConfig = z.object({
  /** First part of the API's paths, and of the `{product}token`. */
  productKey: text(),
  productName: text(),
  oidcIssuer: text(),
  oidcClientId: text(),
  /** When not 0 the header shows 'DEV TITLE' in place of the logo. */
  devEnvironment: integer(),
  sessionTimeoutMinutes: integer(),
  notificationsEnabled: z.boolean(),
  /** Null hides the badge. */
  appStoreUrl: z.nullable(text()),
  /** Whether browsers keep what tickets and the calendar need without network. */
  offline: z.boolean(),
  provider: z.nullable(Party),
  vendor: z.nullable(Party),
})
export type PortalConfig = z.infer<typeof PortalConfig>
