import type { Faults } from '../faults.ts'
import type { AllowedOrigins } from '../origins.ts'
import type { Store } from '../store.ts'
import type { Callbacks } from './callbacks.ts'
import type { GatewayTiming } from './timing.ts'

/** Shared by all parts of the card gateway. */
export interface Gateway {
  store: Store
  origins: AllowedOrigins
  callbacks: Callbacks
  faults: Faults
  /** The gateway's own address, without a trailing slash. */
  base: string
  productName: string
  timing: GatewayTiming
}
