import type { ErrorCode } from '#contract/errors.ts'
import { Problem } from '#server/http/problem.ts'
import { GatewayRefused, GatewayUnavailable, WindowLinkMissing } from './gateway-call.ts'

/** What a call answers when the gateway does not answer, and when it says no. */
interface GatewayCodes {
  readonly unavailable: ErrorCode
  readonly refused: ErrorCode
}

const inGeneral = { unavailable: 'payment_gateway_unavailable', refused: 'payment_gateway_refused' } as const

/** What a caller is told when the gateway fails; any other error stays what it is. */
export function problemOfGateway(error: unknown, { unavailable, refused }: GatewayCodes = inGeneral): unknown {
  if (error instanceof GatewayUnavailable) return new Problem(unavailable, { retryAfter: 5, cause: error })
  if (error instanceof GatewayRefused) return new Problem(refused, { cause: error })
  if (error instanceof WindowLinkMissing) return new Problem('payment_link_missing', { cause: error })
  return error
}
