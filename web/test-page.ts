// What a browser has and the page of the web tests has not; loaded before each of them.
import { configure } from '@testing-library/react'

// A machine may be busy with other things than this test.
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
