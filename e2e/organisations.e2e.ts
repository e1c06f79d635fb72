import { paths } from '#web/paths.ts'
import { settled } from './support/every-page.ts'
import { expect, test } from './support/fixtures.ts'
import { lookAt } from './support/look-at.ts'
import { signedIn, signInAs } from './support/sign-in.ts'

test(
  'Carla finds a club, reads about it, asks it a question, and finds it among her clubs',
  { tag: '@nightly' },
  async ({ signedInAs }) => {
    const page = await signedInAs('carla@example.com')
    // Other stories may have opened clubs of their own.
    const clubs = page
      .getByRole('main')
      .getByRole('article', { name: /Roskilde Fjord Roklub|Tennisklubben Lunden|Kammerkoret Havnelys/ })

    await test.step('the directory is looked through as it is typed, without letters that a keyboard may lack', async () => {
      await page.goto(paths.organisations())
      await expect(clubs).toHaveCount(3)
      const search = page.getByRole('searchbox', { name: 'Find a club' })
      await search.fill('koebenhavn')
      await expect(clubs).toHaveCount(1)
      await expect(page.getByRole('search').getByRole('status')).toHaveText('1 club')
      await expect(page).toHaveURL(/\/organizations\?q=koebenhavn$/)
      await page.reload()
      await expect(search).toHaveValue('koebenhavn')
      await expect(page.getByRole('article', { name: 'Kammerkoret Havnelys' })).toContainText('Membership from DKK')
      await search.fill('<b>')
      await expect(page.getByRole('heading', { name: 'No clubs found' })).toBeVisible()
      await lookAt(page, 'organisations-none')
      await page.getByRole('button', { name: 'Show all clubs' }).click()
      await expect(clubs).toHaveCount(3)
      await lookAt(page, 'organisations')
    })

    await test.step('a club has its memberships, its next events, where it is, and what was asked', async () => {
      await page.getByRole('link', { name: 'Tennisklubben Lunden', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Tennisklubben Lunden' })).toBeFocused()
      await expect(page).toHaveURL(/\/organizations-[\w-]{36}-details$/)
      await settled(page)
      await expect(page).toHaveTitle(/^Tennisklubben Lunden · /)
      const menu = page.getByRole('navigation', { name: 'Main menu' })
      await expect(menu.getByRole('link', { name: 'Organization' })).toHaveAttribute('data-active', 'true')
      const facts = page.getByRole('region', { name: 'About the club' })
      await expect(facts).toContainText('Lundevej 40, 8600 Silkeborg')
      for (const name of ['Show on a map', 'tennis.example']) {
        const outside = facts.getByRole('link', { name: `${name} (opens in a new window)` })
        await expect(outside).toHaveAttribute('rel', 'noopener noreferrer')
        await expect(outside).toHaveAttribute('target', '_blank')
      }
      await expect(page.getByRole('main')).not.toContainText('kontor@tennis.example')
      await expect(page.getByRole('region', { name: 'Next events' }).getByRole('article')).toHaveCount(3)
      await expect(
        page.getByRole('region', { name: 'Your conversations' }).getByRole('link', { name: 'Efter prøveperioden' }),
      ).toHaveAttribute('href', /\/contact-us\?thread=/)
      await lookAt(page, 'organisation')
    })

    await test.step("a question about an event names it, and one about a membership is on the club's page", async () => {
      const address = page.url()
      await page.getByRole('region', { name: 'Next events' }).getByRole('article').getByRole('link').first().click()
      await expect(page).toHaveURL(/\/TENNIS\/events\//)
      await page.getByRole('region', { name: 'When and where' }).waitFor()
      await expect(page.getByRole('link', { name: /^Ask about this: / })).toHaveAttribute(
        'href',
        /\/contact-us\?orgId=[\w-]{36}&event=[\w-]{36}&subject=/,
      )
      await page.goto(address)
      await page
        .getByRole('link', { name: /^Ask about this: .+ at Tennisklubben Lunden$/ })
        .first()
        .click()
      await expect(page).toHaveURL(/\/contact-us\?orgId=[\w-]{36}&membership=[\w-]{36}&subject=/)
      await expect(page.getByText(/^About /)).toBeVisible()
      const subject = await page.getByLabel('Subject').inputValue()
      expect(subject).not.toBe('')
      await page.getByRole('textbox', { name: 'Message' }).fill('Er der plads på holdet om torsdagen?')
      await page.getByRole('button', { name: 'Send question' }).click()
      await expect(page).toHaveURL(/\/contact-us\?thread=/)
      await page.goto(address)
      await expect(
        page.getByRole('region', { name: 'Your conversations' }).getByRole('listitem').filter({ hasText: subject }),
      ).toContainText('Waiting for an answer')
      await page.getByRole('link', { name: 'Ask the club Tennisklubben Lunden' }).click()
      await expect(page).toHaveURL(/\/contact-us\?orgId=[\w-]{36}$/)
    })

    await test.step('her clubs show her status at each, and link to the unread answer', async () => {
      await page.goto(paths.organisations())
      await page.getByRole('link', { name: 'My clubs', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'My clubs' })).toBeFocused()
      const tennis = page.getByRole('article', { name: 'Tennisklubben Lunden' })
      await expect(tennis).toContainText('1 new reply from the club')
      await expect(tennis).toContainText('1 question is waiting for an answer')
      await expect(page.getByRole('article', { name: 'Kammerkoret Havnelys' })).toContainText('Active')
      await settled(page)
      await lookAt(page, 'own-organisations')
      await tennis.getByRole('link', { name: 'Read the reply from Tennisklubben Lunden' }).click()
      await expect(page).toHaveURL(/\/contact-us\?thread=/)
      await expect(page.getByRole('log')).toContainText('Vil du spille turnering, skal det være senior.')
    })

    await test.step('there is no page of a club that is not there', async () => {
      for (const id of ['01890000-0000-7000-8000-000000000000', 'x']) {
        await page.goto(paths.organisation(id))
        await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
      }
    })
  },
)

test(
  'a shared club address has a preview, leads to the club, and continues there after signing in',
  { tag: '@nightly' },
  async ({ page, portal }) => {
    const [club] = (await (await page.request.get('/izy-org-api/api/v1/public/org/list?key=KOR')).json()) as {
      id: string
    }[]
    const address = paths.organisation(club!.id)
    const html = await (await fetch(portal.url + address, { headers: { accept: 'text/html' } })).text()
    expect(html).toContain('<meta property="og:title" content="Kammerkoret Havnelys" />')
    expect(html).toContain(`<link rel="canonical" href="${portal.url}${address}" />`)
    expect(html).not.toContain('kontor@kor.example')
    const head = page.getByRole('heading', { level: 1, name: 'Kammerkoret Havnelys' })
    const testMode = page.getByText("This club is in test mode: you won't be charged.")
    await page.goto(address)
    await expect(head).toBeVisible()
    await expect(testMode).toBeVisible()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signInAs(page, 'erik@example.com')
    await expect(signedIn(page)).toBeVisible()
    await expect(page).toHaveURL(address)
    await expect(head).toBeVisible()
    await expect(testMode).toBeVisible()
  },
)
