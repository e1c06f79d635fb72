import { html, type Markup } from '../html.ts'
import type { Language } from '../language.ts'
import { brand, stage } from '../page.ts'
import { demoPassword, demoUsers } from './demo-users.ts'

const words = {
  en: {
    title: 'Sign in',
    intro: 'Welcome back. One sign-in for all your clubs.',
    username: 'E-mail',
    password: 'Password',
    submit: 'Sign in',
    newHere: 'New here?',
    register: 'Create an account',
    forgot: 'Forgot your password?',
    demo: 'Demo sign-ins',
    demoHint: 'Choose a person to fill in the e-mail. Password:',
    wrong: 'The e-mail or the password is wrong. Please try again.',
    empty: 'Enter both e-mail and password.',
    tooMany: 'Too many wrong passwords. Wait a minute, then try again.',
    unverified: 'e-mail not verified',
    admin: 'administrator',
    superAdmin: 'super administrator',
  },
  da: {
    title: 'Log ind',
    intro: 'Velkommen tilbage. Ét login til alle dine klubber.',
    username: 'E-mail',
    password: 'Adgangskode',
    submit: 'Log ind',
    newHere: 'Ny her?',
    register: 'Opret en konto',
    forgot: 'Glemt adgangskode?',
    demo: 'Demo-login',
    demoHint: 'Vælg en person for at udfylde e-mailen. Adgangskode:',
    wrong: 'E-mailen eller adgangskoden er forkert. Prøv igen.',
    empty: 'Skriv både e-mail og adgangskode.',
    tooMany: 'For mange forkerte adgangskoder. Vent et minut, og prøv igen.',
    unverified: 'e-mail ikke bekræftet',
    admin: 'administrator',
    superAdmin: 'superadministrator',
  },
}

export type SignInProblem = 'wrong' | 'empty' | 'tooMany'

export interface SignInForm {
  language: Language
  product: string
  action: string
  username: string
  /** The page about forgotten passwords. */
  recoveryUrl: string
  problem?: SignInProblem
}

export const signInTitle = (language: Language) => words[language].title

export function signInPage({ language, product, action, username, recoveryUrl, problem }: SignInForm): Markup {
  const text = words[language]
  const invalid = problem === 'wrong' || problem === 'empty'
  return stage(
    html`<main class="card">
      ${brand(product)}
      <div class="intro">
        <h1>${text.title}</h1>
        <p class="dim">${text.intro}</p>
      </div>
      ${problem && html`<p class="note bad" role="alert" id="problem">${text[problem]}</p>`}
      <form method="post" action="${action}">
        <div class="field">
          <label for="username">${text.username}</label
          ><input
            id="username"
            name="username"
            type="email"
            inputmode="email"
            autocomplete="username"
            spellcheck="false"
            value="${username}"
            ${flaw(invalid)}${!username && html` autofocus`}
          />
        </div>
        <div class="field">
          <label for="password">${text.password}</label
          ><input
            id="password"
            name="password"
            type="password"
            autocomplete="current-password"
            ${flaw(invalid)}${username && html` autofocus`}
          />
        </div>
        <button type="submit" class="button">${text.submit}</button>
      </form>
      <p class="centre"><a href="${recoveryUrl}">${text.forgot}</a></p>
      <p class="centre">${text.newHere} <a href="${action}/registration">${text.register}</a></p>
      <details>
        <summary>${text.demo}</summary>
        <p class="tiny dim">${text.demoHint} <code>${demoPassword}</code></p>
        <ul class="people">
          ${demoUsers.map(
            (user) =>
              html`<li>
                <a href="${action}?username=${encodeURIComponent(user.email)}"
                  ><span class="avatar" aria-hidden="true">${user.givenName[0]}${user.familyName[0]}</span
                  ><span><b>${user.givenName} ${user.familyName}</b><i>${user.email}${aside(user, text)}</i></span></a
                >
              </li>`,
          )}
        </ul>
      </details>
    </main>`,
  )
}

const flaw = (invalid: boolean) => invalid && html` aria-invalid="true" aria-describedby="problem"`

function aside(user: (typeof demoUsers)[number], text: (typeof words)['en']) {
  if (!user.emailVerified) return ` · ${text.unverified}`
  const role = user.roles[0]
  if (!role) return ''
  return ` · ${role.includes('SUPER') ? text.superAdmin : text.admin}`
}
