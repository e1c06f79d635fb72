import type { MantineColorsTuple } from '@mantine/core'

type Name = 'fjord' | 'coral' | 'teal' | 'green' | 'red' | 'gray' | 'dark' | 'yellow' | 'grape'

/** The colours that the kit's parts take: it would take any word, and draw one that it does not know white on white. */
declare module '@mantine/core' {
  export interface MantineThemeColorsOverride {
    colors: Record<
      | Name
      | `${Name}.${number}`
      | 'dimmed'
      | 'bright'
      | 'white'
      | 'inherit'
      | 'error'
      | 'none'
      | `var(${string})`
      | `light-dark(${string})`
      | `#${string}`
      | 'currentColor',
      MantineColorsTuple
    >
  }
}
