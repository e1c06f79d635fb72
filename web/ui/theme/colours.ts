import type { MantineColorsTuple } from '@mantine/core'

/** Primary. */
export const fjord: MantineColorsTuple = [
  '#ecf7fb',
  '#d6edf5',
  '#abdaea',
  '#7bc4dd',
  '#4fadce',
  '#2d96bb',
  '#127a9f',
  '#0b6788',
  '#0a546f',
  '#083f55',
]
/** Accent: few places left, dates. */
export const coral: MantineColorsTuple = [
  '#fff1ec',
  '#ffe0d6',
  '#fdbfac',
  '#fa9b7e',
  '#f67c58',
  '#ef673f',
  '#dd5127',
  '#b9401c',
  '#8f3016',
  '#6b2410',
]
/** Success. */
export const moss: MantineColorsTuple = [
  '#eaf7f0',
  '#d3eee0',
  '#a8dcc1',
  '#79c89f',
  '#4fb381',
  '#2f9c69',
  '#1d8456',
  '#156c46',
  '#105638',
  '#0b3f29',
]
/** Errors. */
export const rose: MantineColorsTuple = [
  '#fff0f1',
  '#ffdfe2',
  '#fbbcc2',
  '#f6959f',
  '#ee6b79',
  '#e14a5b',
  '#cf2f43',
  '#b32236',
  '#8f1b2b',
  '#6a1420',
]
export const slate: MantineColorsTuple = [
  '#f6f8fa',
  '#eef2f5',
  '#e1e7ec',
  '#ccd5dd',
  '#a9b6c1',
  '#84939f',
  '#5f6f7c',
  '#475560',
  '#303b44',
  '#1a2329',
]
export const night: MantineColorsTuple = [
  '#e6edf2',
  '#c3ced6',
  '#9fb0bb',
  '#71828e',
  '#44545f',
  '#2a3842',
  '#1a252c',
  '#131c22',
  '#0b1216',
  '#070c0f',
]
