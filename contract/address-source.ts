/**
 * What a regular expression says of every address of a pattern such as `/{orgKey}/events/{id}`, without its ends; the parts
 * are its groups.
 */
export const addressSource = (pattern: string): string =>
  pattern
    .split(/(\{\w+\})/)
    .map((part) =>
      part.startsWith('{') ? `(?<${part.slice(1, -1)}>[^/]+)` : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    )
    .join('')
