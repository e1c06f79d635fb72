/** Text as it was written, but that addresses of pages in it can be followed. */
export const LinkedText = ({ text }: { text: string }) =>
  text.split(/(https?:\/\/[^\s<>"'`]{1,500})/).map((part, index) => {
    if (index % 2 === 0) return part
    // What ends a sentence is not the address's.
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

/** Only addresses of pages and of mail; anything else is no link. */
export function safeAddress(address: string): string | null {
  if (!/^(?:https?:\/\/|mailto:)[^\s<>"'`\\]+$/i.test(address)) return null
  try {
    const { protocol, href } = new URL(address)
    return ['http:', 'https:', 'mailto:'].includes(protocol) ? href : null
  } catch {
    return null
  }
}
