import { Problem } from '#server/http/problem.ts'
import { GatewayRefused, GatewayUnavailable } from './gateway-call.ts'

/** What a member is told when the gateway fails; any other error stays what it is. */
export function problemOfGateway(error: unknown): unknown {
  if (error instanceof GatewayUnavailable)
    return new Problem('payment_gateway_unavailable', { retryAfter: 5, cause: error })
  if (error instanceof GatewayRefused) return new Problem('payment_gateway_refused', { cause: error })
  return error
}
