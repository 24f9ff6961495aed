import { describe, expect, it } from 'vitest'
import { turn } from '../matrix.ts'
import { axeViolations, events, focused, newEmail, screen, signedInAs } from '../widget-page.ts'
import { codeFor, linkFor, prepareWidgets } from '../widget-setup.ts'

const setup = prepareWidgets({ hasMotion: true })

const headingWithFocus = (text: string) => ({ tag: 'h2', text })

describe.each(turn(0))(
  '$build, shadow root: $enableShadowDOM, by $embedding',
  ({ build, enableShadowDOM, embedding }) => {
    it('signs in by a magic link with the keyboard alone, without axe violations on every screen [W-CFG-18] [W-EML-02] [W-A-08]', async () => {
      const config = { enableShadowDOM, emailMagicLinksOptions: redirects() }
      const { page, context } = await setup.show({ build, embedding, config })
      const address = page.url()
      const email = newEmail()
      expect(await page.evaluate(() => document.querySelector('.latchkey') === null)).toBe(enableShadowDOM)
      const found = [await axeViolations(page)]

      await page.keyboard.press('Tab')
      expect((await focused(page)).tag).toBe('input')
      await page.keyboard.type(email)
      await page.keyboard.press('Enter')
      await screen(page, 'email_confirmation')
      await expect.poll(() => focused(page)).toEqual(headingWithFocus('Check your email'))
      await page.getByText(`An email was sent to ${email}.`).waitFor()
      found.push(await axeViolations(page))

      const other = await setup.open({ build }, context)
      await other.page.goto(await linkFor(setup, email))
      await expect.poll(() => signedInAs(other.page)).toBe(email)
      await screen(page, 'logged_in')
      await page.getByRole('heading', { name: 'Success!' }).waitFor()
      await expect.poll(() => focused(page)).toEqual(headingWithFocus('Success!'))
      found.push(await axeViolations(page))
      expect(await signedInAs(page)).toBe(email)
      expect(page.url()).toBe(address)
      await expect
        .poll(() => events(page))
        .toEqual([
          { type: 'MAGIC_LINK_LOGIN_OR_CREATE', data: { email } },
          { type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} },
        ])
      expect(found).toEqual([[], [], []])
    })

    it('signs in by a passcode with the keyboard alone, without axe violations on every screen [W-CFG-18] [W-OTP-03] [W-OTP-12] [W-A-08]', async () => {
      const config = { enableShadowDOM, products: ['otp' as const], otpOptions: { methods: ['email' as const] } }
      const { page } = await setup.show({ build, embedding, config })
      const address = page.url()
      const email = newEmail()
      expect(await page.evaluate(() => document.querySelector('.latchkey') === null)).toBe(enableShadowDOM)

      await page.keyboard.press('Tab')
      await page.keyboard.type(email)
      await page.keyboard.press('Tab')
      expect(await focused(page)).toEqual({ tag: 'button', text: 'Continue' })
      await page.keyboard.press('Space')
      await screen(page, 'otp_authenticate')
      await expect.poll(async () => (await focused(page)).tag).toBe('input')
      const found = [await axeViolations(page)]

      await page.keyboard.type(await codeFor(setup, email))
      await screen(page, 'otp_confirmation')
      await expect.poll(() => focused(page)).toEqual(headingWithFocus('Success!'))
      found.push(await axeViolations(page))
      expect(await signedInAs(page)).toBe(email)
      expect(page.url()).toBe(address)
      await expect
        .poll(() => events(page))
        .toEqual([
          { type: 'OTP_LOGIN_OR_CREATE', data: { method_id: expect.any(String), destination: email } },
          { type: 'OTP_AUTHENTICATE', data: { method_id: expect.any(String) } },
          { type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} },
        ])
      expect(found).toEqual([[], []])
    })

    const redirects = () => {
      const landing = setup.site.page({ build })
      return { loginRedirectURL: landing, signupRedirectURL: landing }
    }
  },
)

describe('the policy of the host page', () => {
  it('is the documented one, and the tests detect violations of it', async () => {
    const { page, complaints } = await setup.open()
    const answer = await page.request.get(page.url())
    expect(answer.headers()['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
        `connect-src ${setup.provider.url}; require-trusted-types-for 'script'`,
    )
    complaints.length = 0
    await page.evaluate(() => {
      const style = document.createElement('style')
      style.textContent = 'body { color: red }'
      document.head.append(style)
      try {
        document.body.insertAdjacentHTML('beforeend', '<p>text</p>')
      } catch {}
    })
    const policies = () =>
      new Set(complaints.filter((text) => text.startsWith('policy: ')).map((text) => text.split(' ')[1]))
    await expect.poll(policies).toEqual(new Set(['style-src-elem', 'require-trusted-types-for']))
    complaints.length = 0
  })
})
