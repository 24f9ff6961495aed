import type { LoginConfig } from '@latchkey/widgets'
import { modern } from '@latchkey/widgets/themes'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { installWallets } from '../browser-wallets.ts'
import { describeInFullRun, isFull, itInFullRun } from '../matrix.ts'
import { axeViolations, button, codeField, emailField, hold, newEmail, root, screen, wrong } from '../widget-page.ts'
import { askForCode, codeFor, prepareWidgets } from '../widget-setup.ts'

const setup = prepareWidgets({ hasMotion: true })

const config: LoginConfig = {
  products: ['oauth', 'otp'],
  oauthOptions: { providers: [{ type: 'google' }, { type: 'github' }] },
  otpOptions: { methods: ['email', 'sms'] },
}

function style(of: Locator, ...names: string[]): Promise<string[]> {
  return of.evaluate((element, wanted) => wanted.map((name) => getComputedStyle(element).getPropertyValue(name)), names)
}

/** The color of text that the browser's user has chosen. */
const canvasText = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const probe = document.createElement('p')
    probe.style.color = 'CanvasText'
    document.body.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  })

const heightOf = (of: Locator): Promise<number> =>
  of.evaluate((element) => Number(element.getBoundingClientRect().height.toFixed(2)))

async function complete(page: Page): Promise<void> {
  await page.locator('.latchkey-watermark-text').waitFor()
  await page.locator('.latchkey-method-icon path').nth(4).waitFor()
}

describe('the theme modern', () => {
  it('sets sizes, weights, heights, alignment and the position of icons', async () => {
    const { page } = await setup.show({ build: 'react-19', config, styles: modern })
    await complete(page)
    expect(await style(page.getByRole('heading', { level: 2 }), 'font-size', 'font-weight', 'text-align')).toEqual([
      ...['20px', '600', 'center'],
    ])
    expect(await style(page.locator('.latchkey-label'), 'font-size', 'font-weight')).toEqual(['13px', '500'])
    expect(await style(button(page), 'font-size', 'font-weight', 'border-radius')).toEqual(['14px', '500', '10px'])
    expect(await heightOf(button(page))).toBe(40)
    expect(await heightOf(emailField(page))).toBe(40)
    const choice = button(page, 'Continue with Google')
    expect(await heightOf(choice)).toBe(40)
    const gap = await choice.evaluate((element) => {
      const [icon, label] = [...element.children].map((child) => child.getBoundingClientRect())
      return (label?.left ?? 0) - (icon?.right ?? 0)
    })
    expect(gap).toBe(10)
    await page.getByRole('tab').nth(1).click()
    expect(await heightOf(page.locator('.latchkey-country'))).toBe(40)
  })

  itInFullRun('has controls of 44 pixels and inputs of 16 pixels on a touch screen', async () => {
    const context = await setup.newContext({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })
    const { page } = await setup.show({ build: 'react-19', config, styles: modern }, context)
    expect(await style(emailField(page), 'font-size')).toEqual(['16px'])
    expect([await heightOf(emailField(page)), await heightOf(button(page))]).toEqual([44, 44])
  })

  it.each(isFull ? (['light', 'dark'] as const) : (['light'] as const))(
    'has no axe violation in the %s scheme',
    async (colorScheme) => {
      const context = await setup.newContext({ colorScheme })
      const { page } = await setup.show({ build: 'react-19', config, styles: modern }, context)
      await complete(page)
      const isDark = (await style(page.locator('.latchkey-container'), 'background-color'))[0] === 'rgb(24, 24, 27)'
      expect(isDark).toBe(colorScheme === 'dark')
      const found = [await axeViolations(page)]
      await emailField(page).fill('ada')
      await button(page).click()
      await page.locator('.latchkey-error', { hasText: /invalid/i }).waitFor()
      found.push(await axeViolations(page))
      await askForCode(page)
      found.push(await axeViolations(page))
      expect(found).toEqual([[], [], []])
    },
  )

  itInFullRun('names the application in a line whose space is reserved until the name is known', async () => {
    const context = await setup.newContext()
    const held = await hold(context, '/projects/bootstrap/')
    const { page } = await setup.show({ build: 'react-19', config, styles: modern }, context)
    const card = page.locator('.latchkey-container')
    await page.locator('.latchkey-method-icon path').nth(4).waitFor()
    const before = await heightOf(card)
    expect(await page.locator('.latchkey-header + .latchkey-text').textContent()).toBe('\u200b')
    held.release()
    await page.getByText(/^to continue to [^\u200b]/).waitFor()
    expect(await heightOf(card)).toBe(before)
  })

  itInFullRun('has no such line without a title', async () => {
    const { page } = await setup.show({ build: 'react-19', config, styles: { ...modern, hideHeaderText: true } })
    await complete(page)
    expect(await page.getByText(/^to continue to/).count()).toBe(0)
  })

  itInFullRun('centers badges, texts and links under a centered title', async () => {
    const { page } = await setup.show({ build: 'react-19', config, styles: modern })
    await askForCode(page)
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
    const off = await page.locator('.latchkey-otp-edit button').evaluate((link) => {
      const [inner, outer] = [link, link.closest('.latchkey-container') as Element].map((one) =>
        one.getBoundingClientRect(),
      )
      return Math.abs((inner?.left ?? 0) + (inner?.width ?? 0) / 2 - ((outer?.left ?? 0) + (outer?.width ?? 0) / 2))
    })
    expect(off).toBeLessThan(1)
  })

  itInFullRun('shows the strength of a password under its field, not over it', async () => {
    const { page } = await setup.show({ build: 'react-19', config: { products: ['passwords'] }, styles: modern })
    await emailField(page).fill(newEmail())
    await button(page).click()
    await screen(page, 'password_create_or_login')
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.locator('.latchkey-meter').waitFor()
    const gap = await page.locator('.latchkey-meter').evaluate((meter) => {
      const input = document.querySelector('.latchkey-password')?.getBoundingClientRect()
      return meter.getBoundingClientRect().top - (input?.bottom ?? 0)
    })
    expect(gap).toBeGreaterThanOrEqual(8)
  })

  itInFullRun.each([true, false])('presses a button in, reduced motion: %s', async (isReduced) => {
    const context = await setup.newContext({ reducedMotion: isReduced ? 'reduce' : 'no-preference' })
    const { page } = await setup.show({ build: 'react-19', config, styles: modern }, context)
    await complete(page)
    const google = button(page, 'Continue with Google')
    await google.hover()
    await page.mouse.down()
    await expect.poll(() => style(google, 'scale')).toEqual([isReduced ? 'none' : '0.985'])
    // The pointer leaves the button, so it is not clicked.
    await page.mouse.move(0, 0)
    await page.mouse.up()
  })

  itInFullRun.each([true, false])('slides the indicator of the selected tab, reduced motion: %s', async (isReduced) => {
    const context = await setup.newContext({ reducedMotion: isReduced ? 'reduce' : 'no-preference' })
    const { page } = await setup.show({ build: 'react-19', config, styles: modern }, context)
    await complete(page)
    const indicator = () =>
      page.locator('.latchkey-tabs').evaluate((tabs) => {
        const { content, transitionProperty, left } = getComputedStyle(tabs, '::before')
        return {
          isThere: content !== 'none',
          moves: transitionProperty.includes('inset'),
          left: Number.parseFloat(left),
        }
      })
    const selected = () => style(page.locator('.latchkey-tab[aria-selected=true]'), 'background-color')
    if (isReduced) {
      expect((await indicator()).isThere).toBe(false)
      expect(await selected()).not.toEqual(['rgba(0, 0, 0, 0)'])
      return
    }
    const before = await indicator()
    expect([before.isThere, before.moves, await selected()]).toEqual([true, true, ['rgba(0, 0, 0, 0)']])
    await page.getByRole('tab').nth(1).click()
    await expect.poll(async () => (await indicator()).left).toBeGreaterThan(before.left + 100)
  })

  itInFullRun.each([true, false])(
    'eases the height of the card to the next screen, reduced motion: %s',
    async (isReduced) => {
      const context = await setup.newContext({ reducedMotion: isReduced ? 'reduce' : 'no-preference' })
      const { page } = await setup.show({ build: 'react-19', config, styles: modern }, context)
      await complete(page)
      const card = page.locator('.latchkey-container')
      await card.evaluate((element) => {
        const native = element.animate.bind(element)
        const heights: unknown[] = []
        Object.assign(globalThis, { heights })
        element.animate = (frames, options) => {
          heights.push((frames as Keyframe[]).map(({ height }) => height))
          return native(frames, options)
        }
      })
      const before = await heightOf(card)
      await askForCode(page)
      const eased = () => page.evaluate(() => (globalThis as unknown as { heights: unknown[] }).heights)
      if (isReduced) expect(await eased()).toEqual([])
      else await expect.poll(eased).toEqual([[`${before}px`, expect.stringMatching(/px$/)]])
    },
  )

  itInFullRun.each([true, false])('shakes the boxes once for a wrong code, reduced motion: %s', async (isReduced) => {
    const context = await setup.newContext({ reducedMotion: isReduced ? 'reduce' : 'no-preference' })
    const { page } = await setup.show({ build: 'react-19', config, styles: modern }, context)
    const email = await askForCode(page)
    await codeField(page).fill('1')
    const first = page.locator('.latchkey-passcode-box[data-filled=true]')
    expect(await style(first, 'animation-name')).toEqual([isReduced ? 'none' : 'latchkey-pop'])
    await codeField(page).fill(wrong(await codeFor(setup, email)))
    const boxes = page.locator('.latchkey-passcode[data-invalid=true]')
    await boxes.waitFor()
    expect(await style(boxes, 'animation-name')).toEqual([isReduced ? 'none' : 'latchkey-shake'])
  })
})

it('has no animation without a theme that enables motion', async () => {
  const { page } = await setup.show({ config: { products: ['otp'], otpOptions: { methods: ['email'] } } })
  const email = await askForCode(page)
  await codeField(page).fill(wrong(await codeFor(setup, email)))
  const boxes = page.locator('.latchkey-passcode[data-invalid=true]')
  await boxes.waitFor()
  expect(await style(boxes, 'animation-name')).toEqual(['none'])
})

describeInFullRun('forced colors', () => {
  it('leave the gap of a spinner visible, so that its rotation can be seen', async () => {
    const context = await setup.newContext({ forcedColors: 'active' })
    const { page } = await setup.show({ config: { products: ['emailMagicLinks'] } }, context)
    await page.locator('.latchkey-watermark-text').waitFor()
    await page.route('**/magic_links/**', () => undefined)
    await emailField(page).fill(newEmail())
    await button(page).click()
    const spinner = root(page).locator('.latchkey-spinner')
    await spinner.waitFor()
    const [gap, ring] = await style(spinner, 'border-inline-end-color', 'border-inline-start-color')
    expect(gap).toBe('rgba(0, 0, 0, 0)')
    expect(ring).not.toBe(gap)
  })

  it('do not change the icons of wallets, and leave the gap of the ring around one visible', async () => {
    const context = await setup.newContext({ forcedColors: 'active' })
    await installWallets(context, [{ name: 'MetaMask', type: 'ethereum', rdns: 'io.metamask', manner: 'silent' }])
    const { page } = await setup.show({ config: { products: ['crypto'] } }, context)
    const drawn = page.locator('svg.latchkey-wallet-icon').first()
    await drawn.waitFor()
    expect(await style(drawn, 'forced-color-adjust', 'color')).toEqual(['none', await canvasText(page)])
    await button(page, 'Continue with MetaMask').click()
    const [top, bottom] = await style(page.locator('.latchkey-wallet-turn'), 'border-top-color', 'border-bottom-color')
    expect(top).not.toBe(bottom)
  })

  it('do not change the icons of inboxes', async () => {
    const context = await setup.newContext({ forcedColors: 'active' })
    const { page } = await setup.show({ config: { products: ['emailMagicLinks'] } }, context)
    await emailField(page).fill(newEmail())
    await button(page).click()
    await screen(page, 'email_confirmation')
    expect(await style(page.locator('.latchkey-inbox-icon').first(), 'forced-color-adjust')).toEqual(['none'])
  })
})
