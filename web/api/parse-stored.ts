/** Parses a stored value; null when it is invalid, for example from an older version. */
export function parseStored<T>(text: string | null, isValid: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isValid(value) ? value : null
  } catch {
    return null
  }
}
