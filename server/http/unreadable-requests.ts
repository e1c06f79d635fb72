import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorCode } from '#contract/errors.ts'
import { allowText, pathIn } from './allowed-methods.ts'
import { bodyOf, Problem } from './problem.ts'

/** Characters of an address. What a proxy takes is less. */
export const LONGEST_ADDRESS = 48_000

/** Methods that are routed; any other is answered here. */
const routed = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']

/**
 * Answers before routing what no route is for: other methods, OPTIONS among them, and addresses that are too long.
 * @param allowedAt the methods that a path takes
 * @returns whether it has answered
 */
export function answerFirst(
  { method = '', url = '', headers }: IncomingMessage,
  response: ServerResponse,
  allowedAt: (path: string) => readonly string[],
): boolean {
  if (url.length > LONGEST_ADDRESS) return refuse(response, 'address_too_long')
  if (routed.includes(method)) return false
  const allowed = url === '*' ? routed : allowedAt(pathIn(url))
  if (allowed.length === 0) return refuse(response, 'not_found')
  const allow = allowText(allowed)
  if (method !== 'OPTIONS') return refuse(response, 'method_not_allowed', { allow })
  // A preflight of another site: nobody may call from there.
  if (headers['access-control-request-method'] !== undefined) return refuse(response, 'forbidden', { allow })
  response.writeHead(204, { allow, 'cache-control': 'no-store' }).end()
  return true
}

function refuse(response: ServerResponse, code: ErrorCode, more: Record<string, string> = {}): true {
  const { status, headers, text } = answerTo(new Problem(code))
  response.writeHead(status, { ...headers, ...more }).end(text)
  return true
}

/** Answers requests that Node cannot parse (no HTTP, an unknown method, too many headers) and closes the connection. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, headers, text } = answerTo(new Problem(codeOf(error)))
  const head = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${text}`)
}

function codeOf({ code, rawPacket }: NodeJS.ErrnoException & { rawPacket?: Buffer }) {
  if (code === 'HPE_INVALID_METHOD') return 'method_not_allowed'
  if (code === 'HPE_HEADER_OVERFLOW') return isInAddress(rawPacket) ? 'address_too_long' : 'payload_too_large'
  return 'invalid_input'
}

/** Whether what was read last is of the first line, which is the address. */
function isInAddress(packet: Buffer | undefined): boolean {
  const [line = '', next] = (packet?.toString('latin1') ?? '').split('\r', 2)
  return next === undefined || (/ HTTP\/1\.\d$/.test(line) && (line.length > 8000 || !/^[A-Z]+ \//.test(line)))
}

function answerTo(problem: Problem) {
  const text = JSON.stringify(bodyOf(problem))
  const headers = {
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // No method at all: which path was meant is not known.
    ...(problem.code === 'method_not_allowed' ? { allow: allowText(routed) } : {}),
  }
  return { status: problem.status, headers, text }
}
