import { test } from '@playwright/test'

export interface Look {
  readonly colorScheme: 'light' | 'dark'
  /** Pixels. */
  readonly width: number
}

/**
 * The looks in which pages and dialogs are checked: narrow and dark, where most breaks; with SCREENSHOTS
 * each width in each theme. The `accessibility` stories check every page in both themes.
 */
export const looks = (narrow: number, wide: number): Look[] =>
  process.env.SCREENSHOTS === undefined
    ? [{ colorScheme: 'dark', width: narrow }]
    : (['light', 'dark'] as const).flatMap((colorScheme) => [narrow, wide].map((width) => ({ colorScheme, width })))

/** At night axe checks pages within every story; by day one story checks a page of each family. */
export const looksAtPages = (): boolean =>
  process.env.NIGHTLY !== undefined || process.env.SCREENSHOTS !== undefined || test.info().project.name === 'nightly'
