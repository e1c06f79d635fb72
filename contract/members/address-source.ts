/**
 * The source of a regular expression, without anchors, for a path pattern such as `/{orgKey}/events/{id}`. The parameters are named
 * groups.
 */
export const addressSource = (pattern: string): string =>
  pattern
    .split(/(\{\w+\})/)
    .map((part) =>
      part.startsWith('{') ? `(?<${part.slice(1, -1)}>[^/]+)` : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    )
    .join('')
