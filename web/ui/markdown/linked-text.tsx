/** Plain text with clickable URLs. */
export const LinkedText = ({ text }: { text: string }) =>
  text.split(/(https?:\/\/[^\s<>"'`]{1,500})/).map((part, index) => {
    if (index % 2 === 0) return part
    // Trailing punctuation is not part of the URL.
    const address = part.replace(/[.,;:!?)\]*_]{1,20}$/, '')
    const href = safeAddress(address)
    if (!href) return part
    return [
      <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {address}
      </a>,
      part.slice(address.length),
    ]
  })

/** Allows http, https and mailto only; null for anything else. */
export function safeAddress(address: string): string | null {
  if (!/^(?:https?:\/\/|mailto:)[^\s<>"'`\\]+$/i.test(address)) return null
  try {
    const { protocol, href } = new URL(address)
    return ['http:', 'https:', 'mailto:'].includes(protocol) ? href : null
  } catch {
    return null
  }
}
