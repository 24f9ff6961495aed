import fc from 'fast-check'
import type { Page, Route } from 'playwright-core'
import { expect, it } from 'vitest'
import { hostile, tracesOn, untouched } from '../attacks/hostile-words.ts'
import { button, emailField, newPerson, root } from '../widgets/widget-page.ts'
import { prepareWorld } from '../widgets/world.ts'

const world = prepareWorld()
/** Answers into the widget on a page with the promised policy; 500 in the full run. */
const numRuns = Number(process.env.BROWSER_FUZZ_RUNS ?? 20)

interface Reply {
  status: number
  contentType: string
  body: string
}

const words = fc.constantFrom(
  hostile,
  '',
  '__proto__',
  'javascript:globalThis.hit=1',
  'x'.repeat(5_000),
  '\u202e\u0000',
  '%s',
)
const value: fc.Arbitrary<unknown> = fc.oneof(
  words,
  fc.constantFrom<unknown>(null, true, 7, -1, [], {}),
  fc.jsonValue({ maxDepth: 1 }),
)
const body = fc.oneof(
  fc
    .record({
      error_type: fc.oneof(words, fc.constantFrom('invalid_email', 'captcha_required', 'too_many_requests')),
      error_message: value,
      error_url: value,
      status_code: value,
    })
    .map((error) => JSON.stringify(error)),
  fc
    .dictionary(
      fc.constantFrom(
        'method_id',
        'status_code',
        'request_id',
        'session',
        'user',
        'session_token',
        'session_jwt',
        '__user',
      ),
      value,
    )
    .map((data) => JSON.stringify({ data })),
  fc.constantFrom(
    '',
    '<html><script>globalThis.hit=1</script>',
    '{"data":',
    'null',
    '[]',
    'Captcha required',
    '{"data":{"__proto__":{"polluted":1}}}',
  ),
)
const reply: fc.Arbitrary<Reply> = fc.record({
  status: fc.constantFrom(200, 200, 201, 400, 401, 403, 404, 429, 500, 502, 503),
  contentType: fc.constantFrom('application/json', 'application/json', 'text/html', 'text/plain', ''),
  body,
})

async function open(): Promise<Page> {
  const { page } = await world.show({
    hasPromisedPolicy: true,
    config: { products: ['otp'], otpOptions: { methods: ['email'] } },
  })
  return page
}

it('no answer of a hostile server runs, leads away, pollutes or leaves the login widget stuck [I-11]', async () => {
  let page = await open()
  let current: Reply | null = null
  const answer = (route: Route): Promise<void> =>
    current === null || route.request().method() === 'OPTIONS'
      ? route.continue()
      : route.fulfill({
          ...current,
          headers: {
            'access-control-allow-origin': new URL(page.url()).origin,
            'access-control-allow-credentials': 'true',
            ...(current.contentType ? { 'content-type': current.contentType } : {}),
          },
        })
  await page.route(/\/sdk\/v1\/otps\//, answer)
  await fc.assert(
    fc.asyncProperty(reply, async (given) => {
      current = given
      const address = page.url()
      await emailField(page).fill(newPerson())
      await button(page).click()
      // Either another screen, or the same one with its button free again.
      await expect
        .poll(async () => (await emailField(page).count()) === 0 || (await button(page).isEnabled()), {
          timeout: 20_000,
        })
        .toBe(true)
      expect(await tracesOn(page)).toMatchObject(untouched)
      expect(
        await page.evaluate(() => [Object.hasOwn(Object.prototype, 'polluted'), document.cookie.includes('<')]),
      ).toEqual([false, false])
      expect(page.url()).toBe(address)
      expect(await root(page).isVisible()).toBe(true)
      current = null
      if ((await emailField(page).count()) > 0) return
      await page.context().close()
      page = await open()
      await page.route(/\/sdk\/v1\/otps\//, answer)
    }),
    { numRuns },
  )
})
