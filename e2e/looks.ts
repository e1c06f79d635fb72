export interface Look {
  readonly colorScheme: 'light' | 'dark'
  /** Pixels. */
  readonly width: number
}

/**
 * The looks in which pages are seen: both themes and both widths, each once, because what breaks breaks by theme or by
 * width; when pictures are taken (SCREENSHOTS), each width in each theme.
 */
export const looks = (narrow: number, wide: number): Look[] =>
  (['light', 'dark'] as const).flatMap((colorScheme) =>
    [narrow, wide]
      .filter((width) => process.env.SCREENSHOTS !== undefined || (width === wide) === (colorScheme === 'light'))
      .map((width) => ({ colorScheme, width })),
  )
