/** Groups the digits while typing and prevents a second submit. The window works without it. */
export const windowScript = `
const groups = (input, make) => input.addEventListener('input', (event) => {
  if (event.inputType?.startsWith('delete') || input.selectionStart !== input.value.length) return
  input.value = make(input.value.replace(/\\D/g, ''))
})
const form = document.querySelector('form')
if (form) {
  groups(form.elements.cardNumber, (digits) => digits.slice(0, 19).replace(/(\\d{4})(?=\\d)/g, '$1 '))
  groups(form.elements.expiry, (digits) => (digits.length > 2 ? digits.slice(0, 2) + '/' + digits.slice(2, 4) : digits))
  form.querySelector('[aria-invalid]')?.focus()
  let sent = false
  form.addEventListener('submit', (event) => {
    if (sent) event.preventDefault()
    sent = true
  })
  // After the back button the form can be sent again.
  addEventListener('pageshow', () => { sent = false })
}
`
