import pino, { type DestinationStream, type Logger } from 'pino'
import { cutText } from '#contract/cut-text.ts'

export type { Logger }

/** Patterns that are masked wherever they occur in a line: in an error's text, a URL or a field. */
const secrets: [RegExp, string][] = [
  [/\beyJ[\w-]{8,}\.[\w-]+(\.[\w-]*)*/g, '[token]'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 [token]'],
  [/\bpsh_[\w.~-]+/g, '[token]'],
  // 40 letters and digits are an order's token, longer runs other secrets.
  [/(?<![\w-])[A-Za-z0-9]{40,}(?![\w-])/g, '[token]'],
  // Begins where a run of its letters does, so that a long run is read once; what clings to it goes, too.
  [/(?<![\w.!#$%&'*+/=?^`{|}~-])[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(\.[\w-]+)+[\w.!#$%&'*+/=?^`{|}~@-]*/g, '[e-mail]'],
  [/((?:https?|postgres(?:ql)?|smtps?):\/\/)[^\s/"@]+@/g, '$1[credentials]@'],
  [/(https?:\/\/[^\s"?#]+)\?[^\s"#]*/g, '$1?[query]'],
  // But no id.
  [/(?<![\w.:-])(?!\d{8}-\d{4}-\d{4}-[\da-f]{4}-[\da-f]{12}\b)(\d[ -]?){12,18}\d\b/g, '[number]'],
]

/** The longest line that is masked as it is, and the longest text in one that is longer. */
const LONG_LINE = 8000
const LONG_TEXT = 4000

/** A secret that the cut goes through begins at most so far before it, and is left out whole. */
const LONGEST_SECRET = 300

/** Cuts the texts of a long line: masking takes time, and whoever causes the line chooses its length. */
function shortened(line: string): string {
  if (line.length <= LONG_LINE) return line
  const cut = (_: string, value: unknown) =>
    typeof value === 'string' && value.length > LONG_TEXT ? beforeLastWord(cutText(value, LONG_TEXT)) : value
  return `${JSON.stringify(JSON.parse(line, cut))}\n`
}

function beforeLastWord(text: string): string {
  const gap = Math.max(...[' ', '\n', '"', ','].map((end) => text.lastIndexOf(end)), text.length - LONGEST_SECRET)
  return `${cutText(text, gap)} …`
}

export const redact = (line: string): string =>
  secrets.reduce((text, [pattern, mark]) => text.replace(pattern, mark), line)

export interface LogOptions {
  readonly level?: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** One short line each instead of JSON. */
  readonly pretty?: boolean
  readonly destination?: DestinationStream
}

/** Structured logs, one line each, with secrets and personal data masked. */
export function createLog({
  level = 'info',
  pretty = false,
  destination = pino.destination(1),
}: LogOptions = {}): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: ['password', 'token', 'authorization', 'email', 'query', 'body', 'headers', 'phone'].flatMap((name) => [
          name,
          `*.${name}`,
        ]),
        censor: '[redacted]',
      },
      serializers: { err: describe },
      hooks: { streamWrite: (line) => (pretty ? short(redact(shortened(line))) : redact(shortened(line))) },
    },
    destination,
  )
}

/** An error without the fields that contain values: a database error's `detail` quotes the row. */
function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  const { name, message, stack, cause } = error
  const code = (error as { code?: unknown }).code
  // drizzle appends the parameters of a failed query to its message.
  const withoutParameters = (text: string) => text.replace(/\nparams: [\s\S]*?(?=\n\s+at |$)/, '')
  return {
    name,
    message: withoutParameters(message),
    ...(typeof code === 'string' ? { code } : {}),
    stack: withoutParameters(stack ?? ''),
    ...(cause === undefined ? {} : { cause: describe(cause) }),
  }
}

/** The stacks of an error and its causes. */
function stacksOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error)
  const { stack, cause } = error as { stack?: string; cause?: unknown }
  return cause === undefined ? String(stack) : `${stack}\ncaused by ${stacksOf(cause)}`
}

const marks: Record<string, string> = { debug: '·', info: '›', warn: '!', error: '✗', fatal: '✗' }

function short(line: string): string {
  const { level, time, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown>
  const fields = Object.entries(rest).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const stack = err ? `\n${stacksOf(err)}` : ''
  const text = [marks[String(level)] ?? '›', String(time).slice(11, 19), msg, ...fields].filter(Boolean).join(' ')
  return `${text.replace(/[\p{Cc}]+/gu, ' ')}${stack}\n`
}
