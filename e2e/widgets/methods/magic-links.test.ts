import type { LoginConfig } from '@latchkey/widgets'
import type { Page, Request } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { describeInFullRun, isFull, itInFullRun } from '../matrix.ts'
import {
  answerBootstrap,
  axeViolations,
  button,
  emailField,
  errorUnder,
  events,
  focused,
  newEmail,
  screen,
  signedInAs,
  watchCalls,
} from '../widget-page.ts'
import { linkFor, messagesTo, prepareWidgets } from '../widget-setup.ts'

const setup = prepareWidgets()

async function ask(page: Page, email = newEmail()): Promise<string> {
  await emailField(page).fill(email)
  await button(page).click()
  await screen(page, 'email_confirmation')
  return email
}

const body = ([call]: Request[]) => {
  const { code_challenge, ...rest } = call?.postDataJSON() ?? {}
  return rest
}

describeInFullRun('sending', () => {
  it('sends the defaults without a configuration [W-EML-01] [W-CFG-05] [W-CFG-06]', async () => {
    const { page } = await setup.show()
    const calls = watchCalls(page, '/magic_links')
    const email = await ask(page)
    expect(body(calls)).toEqual({ email, login_expiration_minutes: 30, signup_expiration_minutes: 30 })
    expect(calls.map((call) => new URL(call.url()).pathname)).toEqual(['/sdk/v1/magic_links/email/login_or_create'])
    expect((await messagesTo(setup, email)).length).toBe(1)
  })

  it('takes everything from the configuration [W-EML-01] [W-CFG-03] [W-CFG-04] [W-CFG-05] [W-CFG-06] [W-CFG-07]', async () => {
    const config: LoginConfig = {
      emailMagicLinksOptions: {
        loginRedirectURL: 'http://localhost:3000/in',
        signupRedirectURL: 'http://localhost:3000/welcome',
        loginExpirationMinutes: 60,
        signupExpirationMinutes: 120,
        createUserAsPending: true,
      },
    }
    const { page } = await setup.show({ config })
    const calls = watchCalls(page, '/magic_links')
    const email = await ask(page)
    expect(body(calls)).toEqual({
      email,
      login_magic_link_url: 'http://localhost:3000/in',
      signup_magic_link_url: 'http://localhost:3000/welcome',
      login_expiration_minutes: 60,
      signup_expiration_minutes: 120,
      create_user_as_pending: true,
    })
  })
})

describe('Email Confirmation', () => {
  it('shows the address of the mail, and notifies the host page [W-EML-02] [W-EML-03] [W-EML-04] [W-EVT-11]', async () => {
    const { page } = await setup.show()
    const email = await ask(page)
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Check your email'])
    expect(await page.getByText(`An email was sent to ${email}.`, { exact: true }).count()).toBe(1)
    await expect.poll(() => events(page)).toEqual([{ type: 'MAGIC_LINK_LOGIN_OR_CREATE', data: { email } }])
  })

  it('has a link to each inbox that opens a new tab [W-EML-05] [W-EML-06]', async () => {
    const context = await setup.newContext()
    const { page } = await setup.show(
      { config: { emailMagicLinksOptions: { domainHint: 'mail.example.com' } } },
      context,
    )
    await context.route(/google|yahoo|outlook|live\.com/, (route) => route.fulfill({ body: 'inbox' }))
    await ask(page)
    const opened: string[] = []
    for (const name of ['Gmail', 'Yahoo', 'Outlook']) {
      const link = page.getByRole('link', { name: `Open in ${name} opens in a new tab`, exact: true })
      expect([await link.getAttribute('target'), await link.getAttribute('rel')]).toEqual([
        '_blank',
        expect.stringContaining('noopener'),
      ])
      const [tab] = await Promise.all([context.waitForEvent('page'), link.click()])
      await tab.waitForURL(/^https/)
      opened.push(tab.url())
      await tab.close()
    }
    expect(opened).toEqual([
      expect.stringMatching(/^https:\/\/mail\.google\.com\/.*#search\/from.*mail\.example\.com/),
      expect.stringMatching(/^https:\/\/mail\.yahoo\.com\/.*mail\.example\.com/),
      expect.stringMatching(/^https:\/\/outlook\.live\.com\//),
    ])
    await screen(page, 'email_confirmation')
  })

  const hints: [string[], string | undefined, string | null][] = [
    [['one.example'], undefined, 'one.example'],
    [['a.example', 'b.example'], 'configured.example', 'configured.example'],
    [['one.example'], 'configured.example', 'configured.example'],
    [['a.example', 'b.example'], undefined, null],
    [[], undefined, null],
  ]
  it('searches for the sender: the configured domain, or the only one there is [W-EML-07] [W-CFG-08]', async () => {
    // The test of the flow has all of them.
    for (const [email_domains, domainHint, expected] of isFull ? hints : hints.slice(0, 2)) {
      const context = await setup.newContext()
      await answerBootstrap(context, { email_domains })
      const config = { emailMagicLinksOptions: { ...(domainHint && { domainHint }) } }
      const { page } = await setup.show({ config }, context)
      await ask(page)
      const searched = async () => {
        const found: (string | null)[] = []
        for (const name of ['Gmail', 'Yahoo']) {
          const href = (await page.getByRole('link', { name: `Open in ${name}` }).getAttribute('href')) ?? ''
          found.push(/[\w-]+\.example(?![\w.])/.exec(decodeURIComponent(href))?.[0] ?? null)
        }
        return found
      }
      await expect.poll(searched).toEqual([expected, expected])
    }
  })

  itInFullRun(
    'shows the developer of a test project the redirect URL that is not registered, and the command',
    async () => {
      const loginRedirectURL = 'https://app.example.com/in'
      const { page } = await setup.show({ config: { emailMagicLinksOptions: { loginRedirectURL } } })
      await emailField(page).fill(newEmail())
      await button(page).click()
      await expect.poll(() => errorUnder(page)).toContain(loginRedirectURL)
      expect(await errorUnder(page)).toMatch(
        /Run: npm start -- redirects add --type login 'https:\/\/app\.example\.com\/in' --project project-test-\S+ --dev$/,
      )
    },
  )

  itInFullRun('forgets the address on Try again, and returns to Main [W-EML-08]', async () => {
    const { page } = await setup.show()
    const email = await ask(page)
    await button(page, 'Try again').click()
    await screen(page, 'main')
    expect(await emailField(page).inputValue()).toBe('')
    await expect.poll(async () => (await focused(page)).tag).toMatch(/^(h2|input)$/)
    const second = await ask(page)
    expect(second).not.toBe(email)
    await page.getByText(`An email was sent to ${second}.`).waitFor()
  })

  itInFullRun('has a back arrow that returns to Main and keeps the address [W-A-09]', async () => {
    const { page } = await setup.show()
    const email = await ask(page)
    await button(page, 'Back').click()
    await screen(page, 'main')
    expect(await emailField(page).inputValue()).toBe(email)
  })

  it('signs this tab in after the link was opened in another tab, with one event', async () => {
    const config = { emailMagicLinksOptions: landing() }
    const { page, context } = await setup.show({ config })
    const email = await ask(page)
    const other = await setup.open({}, context)
    await other.page.goto(await linkFor(setup, email))
    await screen(page, 'logged_in')
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Success!'])
    await page.getByText('You have successfully logged in.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect([await signedInAs(page), await signedInAs(other.page)]).toEqual([email, email])
    const complete = (await events(page)).filter(
      (event) => (event as { type: string }).type === 'AUTHENTICATE_FLOW_COMPLETE',
    )
    expect(complete).toEqual([{ type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} }])
  })

  itInFullRun('signs a tab in that still shows the form', async () => {
    const { page, context } = await setup.show({ config: { emailMagicLinksOptions: landing() } })
    const other = await setup.show({ config: { emailMagicLinksOptions: landing() } }, context)
    const email = await ask(other.page)
    await other.page.goto(await linkFor(setup, email))
    await screen(page, 'logged_in')
    expect(await signedInAs(page)).toBe(email)
  })

  const landing = () => ({ loginRedirectURL: setup.site.page(), signupRedirectURL: setup.site.page() })
})

describeInFullRun('telemetry', () => {
  it('reports the screen, the mail and the return to Main [W-EVT-08] [W-EVT-09] [W-EVT-10]', async () => {
    const { page } = await setup.open()
    const calls = watchCalls(page, '/events')
    const config: LoginConfig = {
      products: ['emailMagicLinks'],
      emailMagicLinksOptions: { loginExpirationMinutes: 45 },
    }
    await page.evaluate((config) => app.show({ config }), config)
    const email = await ask(page)
    await button(page, 'Try again').click()
    await screen(page, 'main')
    const logged = () =>
      calls
        .flatMap((call) => call.postDataJSON() as { event: { event_name: string; details: unknown } }[])
        .filter(({ event }) => event.event_name !== 'client_created')
    await expect
      .poll(() => logged().map(({ event }) => [event.event_name, event.details]))
      .toEqual([
        [
          'render_login_screen',
          { options: config, bootstrap: expect.objectContaining({ projectName: 'Latchkey Demo' }) },
        ],
        ['email_sent', { email, type: 'magic_link' }],
        ['email_try_again_clicked', { email, type: 'magic_link' }],
      ])
    const answers = await Promise.all(calls.map(async (call) => (await call.response())?.status()))
    expect(new Set(answers)).toEqual(new Set([200]))
  })
})
