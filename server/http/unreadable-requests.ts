import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { bodyOf, Problem } from './problem.ts'

/** The methods of the portal's routes, and OPTIONS for preflights. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']

/**
 * Refuses methods that no route has, before routing.
 * @returns whether it has answered
 */
export function refusesMethod({ method = '' }: IncomingMessage, response: ServerResponse): boolean {
  if (methods.includes(method)) return false
  const { status, headers, text } = answerTo(new Problem('method_not_allowed'))
  response.writeHead(status, headers).end(text)
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

function codeOf({ code }: NodeJS.ErrnoException) {
  if (code === 'HPE_INVALID_METHOD') return 'method_not_allowed'
  if (code === 'HPE_HEADER_OVERFLOW') return 'payload_too_large'
  return 'invalid_input'
}

function answerTo(problem: Problem) {
  const text = JSON.stringify(bodyOf(problem))
  const headers = {
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(problem.code === 'method_not_allowed' ? { allow: methods.join(', ') } : {}),
  }
  return { status: problem.status, headers, text }
}
