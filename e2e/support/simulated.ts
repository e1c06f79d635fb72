import type { APIRequestContext } from '@playwright/test'

export interface Mail {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments: readonly { readonly fileName: string; readonly contentType: string; readonly url: string }[]
}

/** The mails to somebody in the simulated mailbox, newest first. */
export async function mailsTo(request: APIRequestContext, email: string): Promise<Mail[]> {
  const response = await request.get('/simulators/mailbox/messages.json', { params: { to: email } })
  return (await response.json()) as Mail[]
}

/** Those that confirm a membership of a club, bought or renewed; there may be reminders, too. */
export const confirmationsTo = async (request: APIRequestContext, email: string, club: string): Promise<Mail[]> =>
  (await mailsTo(request, email)).filter(
    ({ subject }) => / (is|are) (paid|renewed for \d{4})$/.test(subject) && subject.includes(` of ${club} `),
  )

/** The unsubscribe link in somebody's newest renewal reminder, which is in Danish until they read the portal in English. */
export async function linkEndingReminders(request: APIRequestContext, email: string): Promise<string | undefined> {
  const reminder = (await mailsTo(request, email)).find(({ subject }) =>
    /(The membership of .+ ends on|Medlemskabet i .+ udløber) /.test(subject),
  )
  return /\S+\/unsubscribe\?token=\S+/.exec(reminder?.text ?? '')?.[0]
}

interface Movement {
  readonly orderNumber: string
  readonly isSuccess: boolean
  readonly amount: number
}

/** The amounts that the simulated gateway captured and credited for an order, in øre, oldest first. */
export async function movedFor(request: APIRequestContext, orderNumber: string) {
  const response = await request.get('/simulators/card-gateway/ledger.json', { params: { orderNumber } })
  const ledger = (await response.json()) as Record<'captures' | 'credits', readonly Movement[]>
  const amounts = (movements: readonly Movement[]) =>
    movements
      .filter(({ isSuccess }) => isSuccess)
      .map(({ amount }) => amount)
      .toReversed()
  return { captured: amounts(ledger.captures), credited: amounts(ledger.credits) }
}

/** The amounts that the simulated gateway took for an order, in øre. */
export const capturedFor = async (request: APIRequestContext, orderNumber: string): Promise<number[]> =>
  (await movedFor(request, orderNumber)).captured

/** Delays the gateway's next answer of the management API by some milliseconds. */
export const delayGateway = (request: APIRequestContext, endpoint: 'capture' | 'void', delayMs: number) =>
  failGateway(request, { endpoint, delayMs })

interface GatewayFault {
  readonly endpoint: 'capture' | 'void' | 'credit'
  readonly phase?: 'after'
  readonly delayMs?: number
  readonly drop?: true
}

/** Scripts the next fault of the simulated gateway. */
export async function failGateway(request: APIRequestContext, fault: GatewayFault) {
  const response = await request.post('/simulators/card-gateway/faults', { data: fault })
  if (!response.ok()) throw new Error(await response.text())
}

interface SignInFault {
  /** The last part of the provider's path. */
  readonly endpoint: string
  readonly status: number
  readonly times: number
}

/** Scripts a fault of the simulated sign-in provider. */
export async function answerSignIn(request: APIRequestContext, fault: SignInFault) {
  const response = await request.post('/simulators/identity-provider/faults', { data: fault })
  if (!response.ok()) throw new Error(await response.text())
}

/** Makes every sign-in at the simulated provider so many minutes older. */
export async function ageSignIns(request: APIRequestContext, minutes: number) {
  const response = await request.post('/simulators/identity-provider/age-sign-ins', { data: { minutes } })
  if (!response.ok()) throw new Error(await response.text())
}

export async function stopFaults(request: APIRequestContext) {
  await request.delete('/simulators/identity-provider/faults')
}
