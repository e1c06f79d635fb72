import type { AllowedOrigins } from '../origins.ts'
import { GatewayRefusal } from './refusals.ts'
import type { Link } from './schema.ts'

type Fields = Map<string, unknown>

export type LinkRequest = Omit<Link, 'payment_id' | 'merchant' | 'created_at' | 'expires_at'>

/** Checks a create-link request against the gateway's limits. Names are matched without regard to case. */
export function readLinkRequest(body: unknown, origins: AllowedOrigins): LinkRequest {
  const fields = fieldsOf(body)
  if (!fields) refuse('The request body must be a JSON object.')
  const amount = wholeNumber(fields.get('amount'))
  const saveCard = fields.get('savecard') === true
  if (amount === undefined || amount < 0 || amount > 2_147_483_647)
    refuse('Amount must be a whole number of minor units.')
  if (amount === 0 && !saveCard) refuse('Amount must be greater than 0 unless SaveCard is set.')
  const currency = text(fields, 'currency', 3)
  if (!/^[A-Z]{3}$/.test(currency ?? '')) refuse('Currency must be an ISO 4217 alpha-3 code.')
  const orderNumber = text(fields, 'ordernumber', 20)
  if (!orderNumber) refuse('OrderNumber is required.')
  const acceptUrl = address(fields, 'customeraccepturl', origins)
  if (!acceptUrl) refuse('CustomerAcceptUrl is required.')
  const language = text(fields, 'enforcelanguage', 5)
  if (language && !/^[a-z]{2}-[A-Z]{2}$/.test(language)) refuse('EnforceLanguage must look like da-DK.')
  checkAddress(fields.get('billingaddress'), 'BillingAddress')
  checkAddress(fields.get('shippingaddress'), 'ShippingAddress')
  const options = fieldsOf(fields.get('options') ?? {})
  if (!options) refuse('Options must be an object.')
  return {
    amount,
    currency: currency!,
    order_number: orderNumber,
    accept_url: acceptUrl,
    decline_url: address(fields, 'customerdeclineurl', origins) ?? address(fields, 'customercancelurl', origins),
    callback_url: address(fields, 'servercallbackurl', origins),
    language: language || null,
    save_card: saveCard ? 1 : 0,
    recurring: recurring(fields.get('recurringpayment'), saveCard),
    test_mode: options.get('testmode') === true ? 1 : 0,
  }
}

/** An object's fields by lower-case name; undefined for anything else. */
export function fieldsOf(value: unknown): Fields | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return new Map(Object.entries(value).map(([name, content]) => [name.toLowerCase(), content]))
}

/** A whole number, or a string of digits, as some clients send. */
export function wholeNumber(value: unknown): number | undefined {
  if (typeof value === 'string' && /^\d+$/.test(value)) return Number(value)
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined
}

function text(fields: Fields, name: string, longest: number): string | null {
  const value = fields.get(name) ?? null
  if (value === null) return null
  if (typeof value !== 'string') refuse(`${name} must be a text.`)
  if (value.length > longest) refuse(`${name} can have at most ${longest} characters.`)
  return value
}

function address(fields: Fields, name: string, origins: AllowedOrigins): string | null {
  const value = text(fields, name, 2000)
  if (!value) return null
  // The simulator only calls this machine and its portal.
  if (!origins.allowsUrl(value)) refuse(`${name} must be an http(s) address of this machine or of the portal.`)
  return value
}

const addressLimits = { addressline1: 50, addressline2: 50, addressline3: 50, city: 50, postcode: 16 }

function checkAddress(value: unknown, name: string) {
  if (value === undefined || value === null) return
  const fields = fieldsOf(value)
  if (!fields) refuse(`${name} must be an object.`)
  for (const [field, longest] of Object.entries(addressLimits)) text(fields, field, longest)
  const country = fields.get('country') ?? ''
  const digits = typeof country === 'number' ? String(country) : country
  if (digits !== '' && !(typeof digits === 'string' && /^\d{1,3}$/.test(digits)))
    refuse(`${name}.Country must be an ISO 3166 numeric code.`)
  if (name === 'BillingAddress' && (!fields.get('addressline1') || !fields.get('city')))
    refuse(`${name} needs AddressLine1 and City.`)
}

function recurring(value: unknown, saveCard: boolean): string | null {
  if (value === undefined || value === null) return null
  const fields = fieldsOf(value)
  if (!fields || !saveCard) refuse('RecurringPayment must be an object and needs SaveCard.')
  const days = wholeNumber(fields.get('paymentfrequencydays'))
  if (!/^\d{8}$/.test(String(fields.get('expiry')))) refuse('RecurringPayment.Expiry must look like YYYYMMDD.')
  if (days === undefined || days < 1 || days > 2000) refuse('RecurringPayment.PaymentFrequencyDays must be 1 to 2000.')
  return JSON.stringify(value)
}

function refuse(message: string): never {
  throw new GatewayRefusal(400, message)
}
