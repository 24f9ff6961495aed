import type { LoginConfig } from '@latchkey/widgets'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  button,
  codeField,
  emailField,
  errorUnder,
  newEmail,
  root,
  screen,
  toPath,
  watchCalls,
} from '../../widgets/widget-page.ts'
import { askForCode, codeFor, prepareWidgets } from '../../widgets/widget-setup.ts'

const setup = prepareWidgets({ hasOwnProvider: true })
const byEmail: LoginConfig = { products: ['otp'], otpOptions: { methods: ['email'] } }
const send = '/otps/email/login_or_create'
const check = '/otps/authenticate'

describe('a widget on a bad network, in Chromium (F31)', () => {
  async function slow(page: Page): Promise<void> {
    const debug = await page.context().newCDPSession(page)
    await debug.send('Network.enable')
    const throughput = 50_000 / 8
    await debug.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 5_000, downloadThroughput: throughput, uploadThroughput: throughput },
    })
  }

  it('five seconds of latency at 50 kbit/s: each request is sent once, however often the user submits', async () => {
    const { page, context } = await setup.show({ config: byEmail })
    context.setDefaultTimeout(120_000)
    const [sends, checks] = [watchCalls(page, send), watchCalls(page, check)]
    const email = newEmail()
    await emailField(page).fill(email)
    await slow(page)
    await button(page).dblclick()
    await emailField(page)
      .press('Enter')
      .catch(() => undefined)
    await screen(page, 'otp_authenticate')
    await codeField(page).pressSequentially(await codeFor(setup, email))
    await screen(page, 'otp_confirmation')
    expect([sends.length, checks.length]).toEqual([1, 1])
  })

  it('one in fifty requests lost: shows the error, keeps the input, and succeeds on the next try', async () => {
    const { page } = await setup.show({ config: byEmail })
    let count = 0
    await page.route(toPath('/otps/'), (route) => {
      if (route.request().method() === 'OPTIONS') return route.continue()
      count += 1
      return count % 2 === 1 ? route.abort('connectionreset') : route.continue()
    })
    const email = newEmail()
    await emailField(page).fill(email)
    await button(page).click()
    await expect.poll(() => errorUnder(page)).toBe('No answer. Check your connection and try again.')
    expect([await emailField(page).inputValue(), await button(page).isEnabled()]).toEqual([email, true])
    await button(page).click()
    await screen(page, 'otp_authenticate')
    const code = await codeFor(setup, email)
    await codeField(page).pressSequentially(code)
    await expect.poll(() => errorUnder(page)).toBe('No answer. Check your connection and try again.')
    expect(await codeField(page).inputValue()).toBe(code)
    await codeField(page).press('Enter')
    await screen(page, 'otp_confirmation')
  })
})

describe('a widget with an invalid response, in Chromium (F32)', () => {
  const json = 'application/json'
  const noAnswer = 'No answer. Check your connection and try again.'
  const error = (status_code: number, error_type: string, error_message = '') =>
    JSON.stringify({ status_code, request_id: 'r', error_type, error_message, error_url: '' })
  const answers: [string, number, string, string, string][] = [
    // Known errors have localized texts; unknown ones show the message of the provider.
    ['500', 500, json, error(500, 'internal_error', 'Words.'), 'Something went wrong. Please try again.'],
    ['500 of a kind of its own', 500, json, error(500, 'out_of_paper', 'There is no paper.'), 'There is no paper.'],
    [
      '500 of that kind without words',
      500,
      json,
      error(500, 'out_of_paper'),
      'Something went wrong. Please try again.',
    ],
    ['a 502 page', 502, 'text/html', '<h1>Bad gateway</h1>', noAnswer],
    ['503', 503, json, error(503, 'service_unavailable', 'Words.'), 'The service is busy. Please try again.'],
    ['429', 429, json, error(429, 'too_many_requests', 'Words.'), 'Too many requests. Please try again later.'],
    ['a 200 page', 200, 'text/html', '<h1>Welcome to the café</h1>', noAnswer],
    ['half an answer', 200, json, '{"data":{"method_id":"abc', noAnswer],
    ['nothing', 200, json, '', noAnswer],
    ['no data', 200, json, '{"status_code":200}', noAnswer],
    ['another type', 200, 'text/plain', '{"data":{"method_id":"a"}}', noAnswer],
    ['ten megabytes', 200, json, JSON.stringify({ x: 'x'.repeat(10_000_000) }), noAnswer],
  ]

  it('shows an error under the input, keeps the input, and works on the next try', async () => {
    const { page, context } = await setup.show({ config: byEmail })
    // Ten megabytes take a while.
    context.setDefaultTimeout(60_000)
    const email = newEmail()
    await emailField(page).fill(email)
    for (const [name, status, contentType, body, words] of answers) {
      await page.route(toPath(send), (route) =>
        route.request().method() === 'OPTIONS'
          ? route.continue()
          : route.fulfill({
              ...{ status, body },
              headers: {
                'access-control-allow-origin': new URL(page.url()).origin,
                'access-control-allow-credentials': 'true',
                'content-type': contentType,
              },
            }),
      )
      const answered = page.waitForResponse(
        (response) => toPath(send)(new URL(response.url())) && response.request().method() === 'POST',
      )
      await button(page).click()
      await answered
      await expect.poll(() => root(page).getAttribute('data-state'), { timeout: 60_000 }).toBe('editing')
      await expect.poll(() => errorUnder(page), { message: name }).toBe(words)
      expect([await emailField(page).inputValue(), await button(page).isEnabled()]).toEqual([email, true])
      await page.unrouteAll()
    }
    await button(page).click()
    await screen(page, 'otp_authenticate')
    await codeField(page).fill(await codeFor(setup, email))
    await screen(page, 'otp_confirmation')
  })

  it('keeps the typed code after an invalid response', async () => {
    const { page } = await setup.show({ config: byEmail })
    const email = await askForCode(page)
    const code = await codeFor(setup, email)
    await page.route(toPath(check), (route) =>
      route.request().method() === 'OPTIONS'
        ? route.continue()
        : route.fulfill({
            status: 502,
            headers: {
              'access-control-allow-origin': new URL(page.url()).origin,
              'access-control-allow-credentials': 'true',
              'content-type': 'text/html',
            },
            body: '<h1>Bad gateway</h1>',
          }),
    )
    await codeField(page).fill(code)
    await expect.poll(() => errorUnder(page)).toBe(noAnswer)
    expect(await codeField(page).inputValue()).toBe(code)
    await page.unrouteAll()
    await codeField(page).press('Enter')
    await screen(page, 'otp_confirmation')
  })
})
