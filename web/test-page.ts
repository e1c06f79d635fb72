// Browser features that jsdom lacks. Loaded before every web test.
import { configure } from '@testing-library/react'

// The machine may be busy.
configure({ asyncUtilTimeout: 10_000 })

const nothing = () => undefined

globalThis.matchMedia = (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: nothing,
  removeEventListener: nothing,
  addListener: nothing,
  removeListener: nothing,
  dispatchEvent: () => false,
})

globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

Object.defineProperty(document, 'fonts', { value: new EventTarget() })
