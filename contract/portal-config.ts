import * as z from 'zod/mini'

const Party = z.object({ name: z.string(), url: z.string() })

/** What the server tells the page before any call: written as JSON into `index.html`. Nothing in it is secret. */
export const PortalConfig = z.object({
  /** First part of the API's paths, and of the `{product}token`. */
  productKey: z.string(),
  productName: z.string(),
  oidcIssuer: z.string(),
  oidcClientId: z.string(),
  /** When not 0 the header shows 'DEV TITLE' in place of the logo. */
  devEnvironment: z.int(),
  sessionTimeoutMinutes: z.int(),
  notificationsEnabled: z.boolean(),
  /** Null hides the badge. */
  appStoreUrl: z.nullable(z.string()),
  /** Whether browsers keep what tickets and the calendar need without network. */
  offline: z.boolean(),
  provider: z.nullable(Party),
  vendor: z.nullable(Party),
})
export type PortalConfig = z.infer<typeof PortalConfig>
