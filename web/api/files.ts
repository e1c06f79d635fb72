import { useQuery } from '@tanstack/react-query'
import { type Member, members } from '#contract/members.ts'
import type { EventFacts } from '#contract/event-answers.ts'
import { pictureSources } from '#contract/event-picture.ts'
import { pathOf, type Endpoint, type Input, type Output } from '#contract/endpoint.ts'
import { events } from '#contract/events.ts'
import { call, wire } from './client.ts'
import { queryKeys } from './query-client.ts'
import { config } from './config.ts'
import { currentLanguage } from './language.ts'
import { ApiProblem, problemOf, reported, requestOf, signedHeaders } from './http-client.ts'

/**
 * The address of a member's picture for this page; null without one, and until it is here. It is fetched with the token,
 * once for each version: `profileImage` changes with the picture.
 */
export function useMemberImage({ id, profileImage }: Pick<Member, 'id' | 'profileImage'>): string | null {
  const { data } = useQuery({
    queryKey: [...queryKeys.images, id, profileImage],
    queryFn: async ({ signal }) => (await call(members.image, { memberId: id }, { signal })).blob,
    enabled: profileImage !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return data && profileImage !== null ? addressOf(data) : null
}

/** Where an event's picture lies, with its size, so that nothing moves when it comes; null: it has none. */
export function pictureOf({ id, picture }: Pick<EventFacts, 'id' | 'picture'>) {
  if (!picture) return null
  const { width, height } = picture
  return { ...pictureSources(config.productKey, id, picture), width, height }
}

/** Where an event lies as a calendar entry, which anybody may have. */
export const calendarFileOf = (eventId: string): string =>
  `${pathOf(events.calendar.path, config.productKey, { eventId })}?language=${currentLanguage()}`

/** An address is made once for each file, and lasts as long as the page. */
const addresses = new WeakMap<Blob, string>()

/** The address of a file's bytes for this page. */
export function addressOf(blob: Blob): string {
  const known = addresses.get(blob)
  if (known) return known
  const made = URL.createObjectURL(blob)
  addresses.set(blob, made)
  return made
}

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

/** Hands a file to the browser's downloads. */
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
