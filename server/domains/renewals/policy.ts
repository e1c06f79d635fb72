interface Caller {
  /** The card is theirs. */
  readonly isPayer: boolean
  /** What they are to the person; null: nothing. */
  readonly standing: { readonly as: string | null } | null
}

/** Who says whether a membership renews by itself: whoever pays for it, the person, and who looks after them. */
export const maySwitch = ({ isPayer, standing }: Caller): boolean =>
  isPayer || ['self', 'participant', 'relative_participant'].includes(standing?.as ?? '')
