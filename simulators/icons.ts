import { html } from './html.ts'

const icon = (...paths: string[]) =>
  html`<svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="1.8"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    ${paths.map((path) => html`<path d="${path}" />`)}
  </svg>`

export const sailboat = icon(
  'M2 20a2.4 2.4 0 0 0 2 1a2.4 2.4 0 0 0 2 -1a2.4 2.4 0 0 1 2 -1a2.4 2.4 0 0 1 2 1a2.4 2.4 0 0 0 2 1a2.4 2.4 0 0 0 2 -1a2.4 2.4 0 0 1 2 -1a2.4 2.4 0 0 1 2 1a2.4 2.4 0 0 0 2 1a2.4 2.4 0 0 0 2 -1',
  'M4 18l-1 -3h18l-1 3',
  'M11 12h7l-7 -9v9',
  'M8 7l-2 5',
)
export const lock = icon(
  'M5 13a2 2 0 0 1 2 -2h10a2 2 0 0 1 2 2v6a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2z',
  'M11 16a1 1 0 1 0 2 0a1 1 0 0 0 -2 0',
  'M8 11v-4a4 4 0 1 1 8 0v4',
)
export const tick = icon('M5 12l5 5l10 -10')
export const cross = icon('M18 6l-12 12', 'M6 6l12 12')
export const clock = icon('M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0', 'M12 7v5l3 3')
export const door = icon(
  'M13 12v.01',
  'M3 21h18',
  'M5 21v-16a2 2 0 0 1 2 -2h7.5',
  'M17 13.5v7.5',
  'M14 7h7m-3 -3l3 3l-3 3',
)

export const backdropWaves = html`<svg
  viewBox="0 0 1440 240"
  preserveAspectRatio="none"
  aria-hidden="true"
  focusable="false"
>
  <path fill="#fff" fill-opacity=".1" d="M0 150C240 90 420 210 720 170S1180 40 1440 90V240H0Z" />
  <path fill="#fff" fill-opacity=".13" d="M0 200C260 150 520 236 800 206S1260 110 1440 150V240H0Z" />
  <path class="shore" d="M0 214C280 176 560 244 860 222S1270 164 1440 186V240H0Z" />
</svg>`
