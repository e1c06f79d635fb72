import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { restoreLostFocus } from './restore-focus.ts'

const get = (id: string) => document.getElementById(id)!
/** The focused element after a moment: its id, or `body`. */
const focused = async () => {
  await vi.advanceTimersByTimeAsync(200)
  return document.activeElement === document.body ? 'body' : document.activeElement?.id
}

beforeAll(() => {
  vi.useFakeTimers()
  // Nothing is laid out here, so everything in the document counts as visible.
  Element.prototype.checkVisibility = function () {
    return this.isConnected
  }
  const stop = restoreLostFocus()
  return () => {
    stop()
    vi.useRealTimers()
  }
})
beforeEach(() => {
  document.body.innerHTML = `<main><h1 id="title">Notes</h1>
    <section id="list"><h2 id="heading">Yours</h2><button id="one">One</button><button id="two">Two</button></section></main>
    <div id="dialog" role="dialog"><button id="ok">OK</button></div>`
})

test('a removed button leaves the focus to the heading of its section', async () => {
  get('one').focus()
  get('one').remove()
  expect(await focused()).toBe('heading')
})

test('a removed radio button leaves the focus to the one that is chosen instead', async () => {
  get('list').innerHTML += `<div role="radiogroup"><button id="adult" role="radio" aria-checked="false"></button>
    <button id="junior" role="radio" aria-checked="true"></button></div>`
  get('adult').focus()
  get('adult').remove()
  expect(await focused()).toBe('junior')
})

test('when the section is gone too, the heading of the page has the focus', async () => {
  get('two').focus()
  get('list').remove()
  expect(await focused()).toBe('title')
})

test('a closed dialog gives the focus back to what opened it', async () => {
  get('two').focus()
  get('ok').focus()
  get('dialog').remove()
  expect(await focused()).toBe('two')
})

test('a closed dialog returns it from its twelfth field, too', async () => {
  get('two').focus()
  get('dialog').innerHTML = Array.from({ length: 12 }, (_, at) => `<input id="field${at}">`).join('')
  for (const field of get('dialog').querySelectorAll('input')) field.focus()
  get('dialog').remove()
  expect(await focused()).toBe('two')
})

test('a button that was left by a press beside it does not take the focus again', async () => {
  get('one').focus()
  get('one').blur()
  expect(await focused()).toBe('body')
  get('one').remove()
  expect(await focused()).toBe('body')
})

test('an element that took the focus meanwhile keeps it', async () => {
  get('one').focus()
  get('one').remove()
  get('ok').focus()
  expect(await focused()).toBe('ok')
})

test('nothing scrolls when what stayed in sight is gone, wherever the focus goes', async () => {
  const scrolls: unknown[] = []
  const focus = vi.spyOn(HTMLElement.prototype, 'focus').mockImplementation(function (this: HTMLElement, options) {
    scrolls.push([this.id, options?.preventScroll])
  })
  const lose = async (id: string) => {
    get(id).dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
    get('list').remove()
    await vi.advanceTimersByTimeAsync(200)
  }
  await lose('one')
  document.body.innerHTML = `<main><h1 id="title">Notes</h1><section id="list" data-stays><button id="one">Stop</button></section></main>`
  await lose('one')
  focus.mockRestore()
  expect(scrolls).toEqual([
    ['title', false],
    ['title', true],
  ])
})
