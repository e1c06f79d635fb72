import { useQuery } from '@tanstack/react-query'
import { type Member, members } from '#contract/members/members.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { call, clientOptions } from './client.ts'
import { queryKeys } from './query-client.ts'
import { ApiProblem, problemOf, reportProblem, requestOf, authorizedHeaders } from './http-client.ts'

/**
 * An object URL for a member's photo; null without one and while loading. `profileImage` changes with the photo, so
 * each version is fetched once.
 */
export function useMemberImage({ id, profileImage }: Pick<Member, 'id' | 'profileImage'>): string | null {
  const { data } = useQuery({
    queryKey: [...queryKeys.images, id, profileImage],
    queryFn: async ({ signal }) => (await call(members.image, { memberId: id }, { signal })).blob,
    enabled: profileImage !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return data && profileImage !== null ? objectUrlOf(data) : null
}

/** One object URL per blob, never revoked. */
const objectUrls = new WeakMap<Blob, string>()

/** An object URL for a blob. */
export function objectUrlOf(blob: Blob): string {
  const existing = objectUrls.get(blob)
  if (existing) return existing
  const objectUrl = URL.createObjectURL(blob)
  objectUrls.set(blob, objectUrl)
  return objectUrl
}

/** Downloads a blob as a file. */
export function saveFile({ blob, fileName }: { blob: Blob; fileName: string }): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers read the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** An upload times out after this many milliseconds without progress; a large file may take longer in all. */
const stallTimeoutMs = 30_000

/**
 * Uploads a file. Uses `XMLHttpRequest`, because `fetch` reports no upload progress.
 * @param onProgress receives the share sent, 0 to 1
 */
export async function upload<E extends Endpoint & { upload: object }>(
  endpoint: E,
  input: Omit<Input<E>, 'bytes'>,
  file: Blob,
  onProgress: (share: number) => void,
): Promise<Output<E>> {
  try {
    const { url, headers, init } = requestOf(endpoint, input, clientOptions)
    const response = await send(init.method, url, await authorizedHeaders(headers, clientOptions), file, onProgress)
    if (!response.ok) throw await problemOf(response)
    clientOptions.onWritten?.(endpoint)
    return (await response.json()) as Output<E>
  } catch (error) {
    throw await reportProblem(error, clientOptions)
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
    const abort = () => {
      reject(new ApiProblem('timeout', 0))
      request.abort()
    }
    let timer = setTimeout(abort, stallTimeoutMs)
    const restartTimer = () => {
      clearTimeout(timer)
      timer = setTimeout(abort, stallTimeoutMs)
    }
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      restartTimer()
      onProgress(total > 0 ? loaded / total : 0)
    })
    request.addEventListener('load', () => {
      clearTimeout(timer)
      const responseHeaders = new Headers()
      for (const name of ['content-type', 'retry-after'])
        responseHeaders.set(name, request.getResponseHeader(name) ?? '')
      resolve(new Response(request.responseText, { status: request.status, headers: responseHeaders }))
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
