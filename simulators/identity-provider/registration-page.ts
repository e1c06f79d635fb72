import { html, type Markup } from '../html.ts'
import type { Language } from '../language.ts'
import { brand, stage } from '../page.ts'

const words = {
  en: {
    title: 'Create an account',
    intro: 'It takes a minute, and then you can join and book.',
    firstName: 'First name',
    lastName: 'Last name',
    email: 'E-mail',
    phone: 'Phone',
    optional: '(optional)',
    password: 'Password',
    passwordHint: 'At least 8 characters.',
    submit: 'Create account',
    known: 'Already have an account?',
    signIn: 'Sign in',
    firstNameMissing: 'Enter your first name.',
    lastNameMissing: 'Enter your last name.',
    emailWrong: 'Enter an e-mail address such as name@example.com.',
    emailTaken: 'There is already an account with this e-mail. Sign in instead, or use another address.',
    phoneWrong: 'Enter a phone number such as +45 20 11 22 33, or leave it empty.',
    passwordShort: 'The password must have at least 8 characters.',
  },
  da: {
    title: 'Opret en konto',
    intro: 'Det tager et minut, så kan du melde dig ind og tilmelde dig.',
    firstName: 'Fornavn',
    lastName: 'Efternavn',
    email: 'E-mail',
    phone: 'Telefon',
    optional: '(valgfri)',
    password: 'Adgangskode',
    passwordHint: 'Mindst 8 tegn.',
    submit: 'Opret konto',
    known: 'Har du allerede en konto?',
    signIn: 'Log ind',
    firstNameMissing: 'Skriv dit fornavn.',
    lastNameMissing: 'Skriv dit efternavn.',
    emailWrong: 'Skriv en e-mailadresse som navn@example.com.',
    emailTaken: 'Der findes allerede en konto med denne e-mail. Log ind i stedet, eller brug en anden adresse.',
    phoneWrong: 'Skriv et telefonnummer som +45 20 11 22 33, eller lad feltet stå tomt.',
    passwordShort: 'Adgangskoden skal have mindst 8 tegn.',
  },
}

export type RegistrationField = 'firstName' | 'lastName' | 'email' | 'phone' | 'password'
export type Registration = Record<RegistrationField, string>
type Flaw = 'firstNameMissing' | 'lastNameMissing' | 'emailWrong' | 'emailTaken' | 'phoneWrong' | 'passwordShort'
export type RegistrationFlaws = Partial<Record<RegistrationField, Flaw>>

export const registrationTitle = (language: Language) => words[language].title

/** The form's errors by field. */
export function checkRegistration(form: Registration): RegistrationFlaws {
  const flaws: RegistrationFlaws = {}
  if (!form.firstName.trim()) flaws.firstName = 'firstNameMissing'
  if (!form.lastName.trim()) flaws.lastName = 'lastNameMissing'
  if (!/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]{2,}$/.test(form.email.trim()) || form.email.length > 254)
    flaws.email = 'emailWrong'
  if (form.phone.trim() && !/^\+?[\d ()-]{6,20}$/.test(form.phone.trim())) flaws.phone = 'phoneWrong'
  if (form.password.length < 8) flaws.password = 'passwordShort'
  return flaws
}

export interface RegistrationView {
  language: Language
  product: string
  action: string
  signInUrl: string
  form: Registration
  flaws: RegistrationFlaws
}

export function registrationPage({ language, product, action, signInUrl, form, flaws }: RegistrationView): Markup {
  const text = words[language]
  const field = (name: RegistrationField, attributes: Markup, optional = false) => {
    const flaw = flaws[name]
    const described = [flaw && `${name}-flaw`, name === 'password' && 'password-hint'].filter(Boolean).join(' ')
    return html`<div class="field">
      <label for="${name}">${text[name]}${optional && html` <span class="optional">${text.optional}</span>`}</label
      ><input
        id="${name}"
        name="${name}"
        maxlength="254"
        ${attributes}${flaw && html` aria-invalid="true"`}${described && html` aria-describedby="${described}"`}${name !== 'password' && html` value="${form[name]}"`}
      />${flaw && html`<span class="wrong" id="${name}-flaw">${text[flaw]}</span>`}${name === 'password' && !flaw && html`<span class="hint" id="password-hint">${text.passwordHint}</span>`}
    </div>`
  }
  return stage(
    html`<main class="card">
      ${brand(product)}
      <div class="intro">
        <h1>${text.title}</h1>
        <p class="dim">${text.intro}</p>
      </div>
      <form method="post" action="${action}" novalidate>
        <div class="pair names">
          ${field('firstName', html`autocomplete="given-name"`)}${field('lastName', html`autocomplete="family-name"`)}
        </div>
        ${field('email', html`type="email" inputmode="email" autocomplete="email" spellcheck="false"`)}
        ${field('phone', html`type="tel" autocomplete="tel"`, true)}
        ${field('password', html`type="password" autocomplete="new-password"`)}
        <button type="submit" class="button">${text.submit}</button>
      </form>
      <p class="centre">${text.known} <a href="${signInUrl}">${text.signIn}</a></p>
    </main>`,
  )
}
