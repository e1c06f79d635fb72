import { test } from '@playwright/test'

export interface Look {
  readonly colorScheme: 'light' | 'dark'
  /** Pixels. */
  readonly width: number
}

/**
 * The looks in which pages and dialogs are seen: narrow and dark, where most breaks; when pictures are taken (SCREENSHOTS),
 * each width in each theme. Every page is seen in both themes by the stories called `accessibility` besides.
 */
export const looks = (narrow: number, wide: number): Look[] =>
  process.env.SCREENSHOTS === undefined
    ? [{ colorScheme: 'dark', width: narrow }]
    : (['light', 'dark'] as const).flatMap((colorScheme) => [narrow, wide].map((width) => ({ colorScheme, width })))

/** The night looks at pages in the middle of every story; by day one story looks at a page of each family. */
export const looksAtPages = (): boolean =>
  process.env.NIGHTLY !== undefined || process.env.SCREENSHOTS !== undefined || test.info().project.name === 'nightly'
