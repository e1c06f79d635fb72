import type { Random } from '../random.ts'
import type { Line } from '../stack/infrastructure.ts'

/** A fault, and when it happens in milliseconds. */
export interface TimedFault {
  readonly at: number
  readonly fault: PlannedFault
}

export type PlannedFault =
  | { readonly kind: 'script'; readonly simulator: string; readonly rule: Readonly<Record<string, unknown>> }
  | { readonly kind: 'cut'; readonly line: Line }
  | { readonly kind: 'down'; readonly line: Line; readonly how: 'refuse' | 'black hole'; readonly ms: number }
  | { readonly kind: 'cut at commit'; readonly moment: 'unsent' | 'unanswered'; readonly times: number }
  | { readonly kind: 'terminate' }
  | { readonly kind: 'kill'; readonly what: 'server' | 'worker'; readonly number: number }
  | { readonly kind: 'arm'; readonly what: 'server' | 'worker'; readonly number: number; readonly crashAt: string }
  | { readonly kind: 'kill PostgreSQL' }
  | { readonly kind: 'kill simulators' }
  | { readonly kind: 'clock'; readonly minutes: number }

const gatewayEndpoints = [
  'link',
  'authorization',
  'authorization',
  'capture',
  'capture',
  'void',
  'credit',
  'credit-list',
  'pay',
]

/** Crash points of servers and workers. */
export const crashPoints = {
  server: [
    'answer.payment-prepare',
    'link.intended',
    'link.made',
    'link.noted',
    'answer.link',
    'trigger.noted',
    'answer.callback',
    'answer.confirm',
    'answer.decline',
  ],
  both: [
    'settle.read',
    'settle.intended',
    'settle.captured',
    'settle.delivered',
    'refund.requested',
    'refund.taken',
    'refund.done',
  ],
  worker: ['mail.sent', 'whatsapp.sent'],
  /** While an office's refund is credited. */
  refund: ['refund.intended'],
  /** While an event is cancelled order by order; `server/operation` dies there. */
  run: ['event-run.starting', 'event-run.approving', 'event-run.ending', 'event-run.ended'],
  /** In a part of the mails to many, and after it; `server/operation` dies there. */
  broadcast: ['broadcast.mailing', 'broadcast.mailed'],
  /** With an offer to who waits, and after it; `server/operation` dies there. */
  offer: ['offer.making', 'offer.made'],
  /** With a part of the guests of a moved event, after it, and with an answer; `server/operation` dies there. */
  move: ['move.notifying', 'move.notified', 'move.answering'],
  /** In a batch of an import or of its taking back, and after it; `server/operation` dies there. */
  import: ['import.writing', 'import.written', 'import.taking-back', 'import.taken-back'],
} as const

export function planFaults(random: Random, span: number): TimedFault[] {
  const at = () => random.whole(0, span)
  const some = (from: number, to: number, make: () => PlannedFault): TimedFault[] =>
    random.times(random.whole(from, to), () => ({ at: at(), fault: make() }))
  const perhaps = (share: number, make: () => PlannedFault): TimedFault[] =>
    random.chance(share) ? [{ at: at(), fault: make() }] : []
  return [
    ...perhaps(0.45, () => arm(random)).map((one) => ({ ...one, at: 0 })),
    ...some(0, 4, () => script('card-gateway', gatewayRule(random))),
    ...some(0, 2, () => script('card-gateway', callbackRule(random))),
    ...some(0, 1, () => script('mailbox', mailRule(random))),
    ...some(0, 1, () => script('whatsapp', { endpoint: 'message', ...whatsappRule(random) })),
    ...perhaps(0.1, () => script('identity-provider', { endpoint: 'certs', status: 500, times: 2 })),
    ...some(0, 2, () => line(random)),
    ...perhaps(0.15, () => ({ kind: 'terminate' })),
    ...perhaps(0.25, () => ({
      kind: 'kill',
      what: random.pick(['server', 'worker'] as const),
      number: random.whole(0, 1),
    })),
    ...perhaps(0.12, () => ({ kind: 'kill PostgreSQL' })),
    ...perhaps(0.12, () => ({ kind: 'kill simulators' })),
    ...some(0, 2, () => ({ kind: 'clock', minutes: random.pick([6, 12, 21, 31, 51, 3 * 24 * 60]) })),
  ].toSorted((one, other) => one.at - other.at)
}

const script = (simulator: string, rule: Record<string, unknown>): PlannedFault => ({ kind: 'script', simulator, rule })

const badAnswer = (random: Random) => ({
  phase: random.pick(['before', 'after']),
  ...random.weighted<Record<string, unknown>>([
    [3, () => ({ drop: true })],
    [2, () => ({ status: random.pick([500, 503, 429]) })],
    [2, () => ({ delayMs: random.whole(50, 1200) })],
  ]),
})

const gatewayRule = (random: Random) => ({
  endpoint: random.pick(gatewayEndpoints),
  ...badAnswer(random),
  times: random.whole(1, 3),
})

const callbackRule = (random: Random) => ({
  endpoint: 'callback',
  ...random.pick<Record<string, unknown>>([
    { drop: true },
    { delayMs: 8_000 },
    { copies: 5 },
    { forged: 'before' },
    { forged: 'after' },
    { phase: 'after', drop: true },
    { copies: 2, delayMs: 2_000 },
  ]),
  times: random.whole(1, 2),
})

const mailRule = (random: Random) =>
  random.pick<Record<string, unknown>>([
    { endpoint: 'connect', status: 421, times: 2 },
    { endpoint: 'connect', drop: true },
    { endpoint: 'message', status: 451 },
    { endpoint: 'message', drop: true },
    { endpoint: 'message', phase: 'after', drop: true },
    { endpoint: 'message', phase: 'after', delayMs: 500 },
  ])

/** An error answer means that nothing was sent. */
const whatsappRule = (random: Random) =>
  random.pick<Record<string, unknown>>([
    { drop: true },
    { status: 503, times: 2 },
    { status: 400 },
    { phase: 'after', drop: true },
    { phase: 'after', delayMs: 400 },
  ])

function line(random: Random): PlannedFault {
  const which = random.pick(['database', 'database', 'gateway', 'gateway', 'mail'] as const)
  return random.weighted<PlannedFault>([
    [2, () => ({ kind: 'cut', line: which })],
    [2, () => ({ kind: 'down', line: which, how: random.pick(['refuse', 'black hole']), ms: random.whole(200, 1400) })],
    [
      3,
      () => ({
        kind: 'cut at commit',
        moment: random.pick(['unsent', 'unanswered', 'unanswered']),
        times: random.whole(1, 3),
      }),
    ],
  ])
}

function arm(random: Random): PlannedFault {
  const what = random.pick(['server', 'server', 'worker'] as const)
  const crashAt = `${random.pick([...crashPoints[what], ...crashPoints.both])}:${random.pick([1, 1, 2])}`
  return { kind: 'arm', what, number: random.whole(0, 1), crashAt }
}
