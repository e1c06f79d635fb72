/** A focused element, the group of radio buttons it is in, and the sections around it, innermost first. */
interface Focused {
  readonly element: HTMLElement
  readonly group: Element | null
  readonly sections: readonly Element[]
  /** It stayed in sight while the page was scrolled (`data-stays`): nothing scrolls when it is gone. */
  readonly stays: boolean
}

const sectionSelector = 'section, article, aside, details, form, [role=dialog], [role=region], main'
const chosenRadio = '[role=radio][aria-checked=true], input:checked'
const historyLength = 8
/** Longer than it takes a closing dialog, a refused form or a new page to move the focus themselves. */
const delayMs = 100

/**
 * Restores the focus when the focused element is removed, hidden or disabled, because browsers move it to the body: Tab
 * would start at the top of the page, and screen readers say nothing.
 * A disabled button gets the focus back once enabled. After a removal it moves to what is chosen in the same group of
 * radio buttons, else to the heading of the closest section, after a dialog to whatever had it before.
 * @returns stops watching
 */
export function restoreLostFocus(): () => void {
  let history: Focused[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target === document.body) return
    // Of a dialog only its last element: what opened it stays known, however many fields it has.
    const dialog = target.closest('[role=dialog]')
    const before = history.filter(({ element }) => element !== target && !dialog?.contains(element))
    const group = target.closest('[role=radiogroup]')
    const stays = target.closest('[data-stays]') !== null
    history = [{ element: target, group, sections: sectionsAround(target), stays }, ...before].slice(0, historyLength)
  })

  // Clicking beside a control blurs it on purpose. A removed element is still in the document during the event.
  addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget) return
    queueMicrotask(() => {
      if (isFocusLost() && history[0] && isFocusable(history[0].element)) history = []
    })
  })

  const restore = () => {
    const [last] = history
    if (!last || !isFocusLost()) return
    const isDisabled = isVisible(last.element) && !isFocusable(last.element)
    if (isDisabled) return
    for (const { element, group, sections } of history) {
      if (isFocusable(element)) return element.focus({ preventScroll: last.stays || element === last.element })
      const chosen = group?.querySelector<HTMLElement>(chosenRadio)
      if (chosen && isFocusable(chosen)) return chosen.focus()
      const heading = sections.filter(isVisible).map(headingOf).find(Boolean)
      if (heading) return focusHeading(heading, last)
    }
    const heading = headingOf(document.body)
    if (heading) focusHeading(heading, last)
  }

  const observer = new MutationObserver(() => {
    if (!isFocusLost() || history.length === 0) return
    clearTimeout(timer)
    timer = setTimeout(restore, delayMs)
  })
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'hidden'] })
  return () => observer.disconnect()
}

const isFocusLost = () => document.activeElement === null || document.activeElement === document.body

const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true })

const isFocusable = (element: HTMLElement) => isVisible(element) && !element.matches(':disabled, [inert] *')

function sectionsAround(element: Element): Element[] {
  const section = element.closest(sectionSelector)
  return section ? [section, ...(section.parentElement ? sectionsAround(section.parentElement) : [])] : []
}

const headingOf = (section: Element) =>
  [...section.querySelectorAll<HTMLElement>('h1, h2, h3, summary')].find(isVisible)

function focusHeading(heading: HTMLElement, { stays }: Focused) {
  if (heading.localName !== 'summary') heading.tabIndex = -1
  heading.focus({ preventScroll: stays })
}
