/** The identity provider, or a browser between, does not let its page into a frame. */
export class FrameRefused extends Error {}

/** Longest wait for an answer, and the wait after the frame has loaded a page that says nothing. */
const answerMs = 8_000
const silenceMs = 2_000

/**
 * Opens an address in a hidden frame and answers with the address that the identity provider came back to
 * (`silent-callback.html` posts it).
 */
export function askInFrame(url: string): Promise<string> {
  const frame = document.createElement('iframe')
  return new Promise<string>((resolve, reject) => {
    const refused = () => reject(new FrameRefused('The frame says nothing'))
    let timer = setTimeout(refused, answerMs)
    frame.addEventListener('load', () => {
      clearTimeout(timer)
      timer = setTimeout(refused, silenceMs)
    })
    const listen = ({ origin, source, data }: MessageEvent<{ source?: string; url?: string } | null>) => {
      if (origin !== location.origin || source !== frame.contentWindow) return
      if (data?.source === 'portal-silent-callback' && data.url) resolve(data.url)
    }
    addEventListener('message', listen)
    frame.addEventListener('portal-done', () => {
      clearTimeout(timer)
      removeEventListener('message', listen)
    })
    frame.hidden = true
    frame.src = url
    document.body.append(frame)
  }).finally(() => {
    frame.dispatchEvent(new Event('portal-done'))
    frame.remove()
  })
}
