/** Moves the focus to the first field of a form that is marked as wrong, once React has marked it. */
export function focusFirstError(formId: string): void {
  requestAnimationFrame(() => {
    const wrong = document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid="true"]')
    wrong?.focus()
    wrong?.scrollIntoView({ block: 'center' })
  })
}
