/** A message when a condition does not hold, otherwise none. */
export const claim = (holds: boolean, sentence: string): string[] => (holds ? [] : [sentence])
