import { statusMessages } from './refusals.ts'
import type { Authorization, Movement } from './schema.ts'

/** Captured and credited so far, in minor units. */
export interface Totals {
  captured: number
  credited: number
  firstCapture: number
}

/** An authorization in the management API's format. */
export const presentAuthorization = (authorization: Authorization, totals: Totals) => ({
  AuthorizationID: authorization.number,
  MerchantNumber: authorization.merchant,
  AuthorizationIdentifier: authorization.id,
  PaymentIdentifier: authorization.payment_id ?? '00000000-0000-0000-0000-000000000000',
  DateCreated: authorization.created_at,
  DateAuthorized: authorization.created_at,
  DateCaptured: authorization.captured_at,
  DateCredited: authorization.credited_at,
  DateSubscriptionExpires: null,
  Currency: authorization.currency,
  OrderID: authorization.order_number,
  AuthorizationAmount: authorization.amount,
  CaptureAmount: totals.firstCapture,
  TotalAmountCaptured: totals.captured,
  IsCaptured: totals.captured > 0,
  IsSubscription: authorization.saved_card_id !== null,
  Used3dSecure: authorization.payment_id !== null,
  CaptureErrorCode: 0,
  CardType: 10,
  MaskedPan: authorization.masked_pan,
  CardExpiryDate: authorization.card_expiry,
  Acquirer: authorization.test_mode ? 255 : 1,
  Status: totals.captured > 0 ? 2 : 1,
  Wallet: '',
  WalletProvider: 0,
  GetFormattedAmount: authorization.amount / 100,
})

/** The result of a capture or credit. Business failures also have HTTP 200. */
export const presentResult = (movement: Movement, acquirer: string) => ({
  IsSuccess: movement.success === 1,
  GatewayStatusCode: movement.gateway_status,
  GatewayStatusMessage: statusMessages[movement.gateway_status] ?? 'Unknown',
  AcquirerStatusCode: movement.success ? 0 : 100,
  AcquirerStatusMessage: movement.success ? 'Approved' : movement.message,
  AcquirerName: acquirer,
  ErrorMessage: movement.success ? null : movement.message,
  Identifier: movement.id,
})
