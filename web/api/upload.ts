import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { wire } from './client.ts'
import { ApiProblem, problemOf, reported, requestOf, signedHeaders } from './http-client.ts'

/** Milliseconds without any progress after which an upload is given up; a large one on a slow line takes its time. */
const patience = 30_000

/**
 * Sends a file to an endpoint that takes one. `fetch` cannot tell how far it is, so this is the browser's older way.
 * @param onProgress hears which share has been sent, 0 to 1
 */
export async function upload<E extends Endpoint & { upload: object }>(
  endpoint: E,
  input: Omit<Input<E>, 'bytes'>,
  file: Blob,
  onProgress: (share: number) => void,
): Promise<Output<E>> {
  try {
    const { url, headers, init } = requestOf(endpoint, input, wire)
    const response = await send(init.method, url, await signedHeaders(headers, wire), file, onProgress)
    if (!response.ok) throw await problemOf(response)
    return (await response.json()) as Output<E>
  } catch (error) {
    throw await reported(error, wire)
  }
}

function send(
  method: string,
  url: URL,
  headers: Record<string, string>,
  file: Blob,
  onProgress: (share: number) => void,
): Promise<Response> {
  const request = new XMLHttpRequest()
  return new Promise<Response>((resolve, reject) => {
    const giveUp = () => {
      reject(new ApiProblem('timeout', 0))
      request.abort()
    }
    let timer = setTimeout(giveUp, patience)
    const goOn = () => {
      clearTimeout(timer)
      timer = setTimeout(giveUp, patience)
    }
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      goOn()
      onProgress(total > 0 ? loaded / total : 0)
    })
    request.addEventListener('load', () => {
      clearTimeout(timer)
      const answered = new Headers()
      for (const name of ['content-type', 'retry-after']) answered.set(name, request.getResponseHeader(name) ?? '')
      resolve(new Response(request.responseText, { status: request.status, headers: answered }))
    })
    request.addEventListener('error', () => {
      clearTimeout(timer)
      reject(new ApiProblem('offline', 0))
    })
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.send(file)
  })
}
