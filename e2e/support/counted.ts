import type { Page } from '@playwright/test'

const key = 'counted'

/** Somebody's steps on the portal's pages; the sign-in and the payment window are not counted. */
export interface Counted {
  clicks: number
  /** The labels of the fields that they typed in, each once. */
  fields: string[]
}

/** Counts presses of a pointer and typed fields, over all pages that follow. */
export const countFromHere = (page: Page) =>
  page.addInitScript(`(() => {
    if (/^\\/(realms|simulators)\\//.test(location.pathname)) return
    const change = (what) => {
      const counted = JSON.parse(sessionStorage.getItem('${key}') ?? '{"clicks":0,"fields":[]}')
      what(counted)
      sessionStorage.setItem('${key}', JSON.stringify(counted))
    }
    addEventListener('pointerdown', () => change((counted) => counted.clicks++), true)
    addEventListener('input', ({ target }) => change((counted) => {
      const name = target.labels?.[0]?.textContent ?? target.name
      if (!['checkbox', 'radio'].includes(target.type) && !counted.fields.includes(name)) counted.fields.push(name)
    }), true)
  })()`)

export const counted = (page: Page) =>
  page.evaluate<Counted>(`JSON.parse(sessionStorage.getItem('${key}') ?? '{"clicks":0,"fields":[]}')`)
