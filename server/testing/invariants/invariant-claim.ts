/** A list of sentences where something does not hold, else none. */
export const claim = (holds: boolean, sentence: string): string[] => (holds ? [] : [sentence])
