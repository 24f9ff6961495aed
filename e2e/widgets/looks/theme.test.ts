import type { LoginConfig, StyleConfig } from '@latchkey/widgets'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { describeInFullRun, itInFullRun } from '../matrix.ts'
import { axeViolations, button, codeField, emailField, hold, newEmail, screen } from '../widget-page.ts'
import { askForCode, codeFor, prepareWidgets } from '../widget-setup.ts'

const setup = prepareWidgets({ hasMotion: true })

const byEmail: LoginConfig = { products: ['otp'], otpOptions: { methods: ['email'] } }
const container = (page: Page) => page.locator('.latchkey [part~="container"], .latchkey[part~="container"]')
const header = (page: Page) => page.getByRole('heading', { level: 2 })

function style(of: Locator, ...names: string[]): Promise<string[]> {
  return of.evaluate((element, wanted) => wanted.map((name) => getComputedStyle(element).getPropertyValue(name)), names)
}

const size = (of: Locator) =>
  of.evaluate((element) => {
    const { width, height } = element.getBoundingClientRect()
    return { width, height }
  })

const rgb = (hex: string) => `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`

async function asked(styles: StyleConfig = {}): Promise<{ page: Page; email: string }> {
  const { page } = await setup.show({ config: byEmail, styles })
  return { page, email: await askForCode(page) }
}

describe('without a theme', () => {
  it('is Arial, in the sizes 24, 16 and 14, on 400 pixels of white with round corners [W-THM-01] [W-THM-06] [W-THM-07] [W-THM-08] [W-THM-16]', async () => {
    const { page } = await setup.show()
    expect(await style(container(page), 'background-color', 'border-radius')).toEqual(['rgb(255, 255, 255)', '8px'])
    expect((await size(container(page))).width).toBe(400)
    const families = await Promise.all(
      [container(page), header(page), emailField(page), button(page)].map((one) => style(one, 'font-family')),
    )
    for (const [family] of families) expect(family).toMatch(/^"?Arial\b/)
    expect(await style(header(page), 'font-size')).toEqual(['24px'])
    expect([...(await style(emailField(page), 'font-size')), ...(await style(button(page), 'font-size'))]).toEqual([
      '16px',
      '16px',
    ])
    await emailField(page).fill('ada')
    await button(page).click()
    expect(await style(page.getByText('Email format is invalid.'), 'font-size')).toEqual(['14px'])
  })

  it('has body text of 16 pixels, and help text of 14 [W-THM-16]', async () => {
    const { page } = await asked()
    expect(await style(page.getByText(/^A 6-digit passcode/), 'font-size')).toEqual(['16px'])
    expect(await style(page.getByRole('timer'), 'font-size')).toEqual(['14px'])
  })

  it('has the primary color #19303D [W-THM-02]', async () => {
    const { page } = await setup.show()
    expect(await style(header(page), 'color')).toEqual([rgb('#19303D')])
    await emailField(page).fill('a')
    expect(await style(button(page), 'background-color', 'color')).toEqual([rgb('#19303D'), 'rgb(255, 255, 255)'])
  })

  it('has the secondary color #5C727D [W-THM-03]', async () => {
    const { page } = await asked()
    const colors = await Promise.all(
      [page.getByText(/^A 6-digit passcode/), page.getByRole('timer')].map((one) => style(one, 'color')),
    )
    expect(colors.flat()).toEqual([rgb('#5C727D'), rgb('#5C727D')])
    const changed = await asked({ colors: { secondary: '#445566' } })
    expect(await style(changed.page.getByText(/^A 6-digit passcode/), 'color')).toEqual([rgb('#445566')])
  })

  it('has the success color #0C5A56 [W-THM-04]', async () => {
    const { page, email } = await asked()
    await codeField(page).fill(await codeFor(setup, email))
    await screen(page, 'otp_confirmation')
    expect(await colorsOn(page)).toContain(rgb('#0C5A56'))
  })

  it('has the error color #8B1214 [W-THM-05]', async () => {
    const { page } = await setup.show()
    await emailField(page).fill('ada')
    await button(page).click()
    expect(await style(page.getByText('Email format is invalid.'), 'color')).toEqual([rgb('#8B1214')])
  })

  it('has buttons of 45 pixels and inputs of 47, with corners of 4 [W-THM-11] [W-THM-14] [W-THM-15]', async () => {
    const { page } = await setup.show()
    expect([(await size(button(page))).height, (await size(emailField(page))).height]).toEqual([45, 47])
    expect(await style(emailField(page), 'border-radius')).toEqual(['4px'])
    const phones = await setup.show({ config: { products: ['otp'], otpOptions: { methods: ['sms'] } } })
    expect((await size(phones.page.getByRole('textbox'))).height).toBe(47)
  })

  itInFullRun('fits a screen of 320 pixels without overflow', async () => {
    const context = await setup.newContext({ viewport: { width: 320, height: 640 } })
    const { page } = await setup.show(
      { config: { products: ['otp'], otpOptions: { methods: ['sms', 'whatsapp', 'email'] } } },
      context,
    )
    const widths = () => page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(await widths()).toEqual([320, 320])
    await page.getByRole('tab', { name: 'Email' }).click()
    await emailField(page).fill(`a-very-long-address-of-a-user-who-has-much-to-say.${newEmail()}`)
    await button(page).click()
    await screen(page, 'otp_authenticate')
    expect(await widths()).toEqual([320, 320])
  })

  itInFullRun('fits long words on a screen of 320 pixels: no text is cut off or overflows', async () => {
    const context = await setup.newContext({ viewport: { width: 320, height: 640 } })
    const words = 'Donaudampfschifffahrtsgesellschaftskapitän '.repeat(2)
    const keys = ['main.title', 'main.continue', 'tab.email', 'tab.sms', 'error.invalid_email_address', 'watermark']
    const otpKeys = ['otp.title', 'otp.text', 'otp.expires', 'otp.resend']
    const { page } = await setup.show(
      {
        config: { products: ['otp'], otpOptions: { methods: ['email', 'sms'] } },
        strings: Object.fromEntries([...keys, ...otpKeys].map((key) => [key, words])),
      },
      context,
    )
    const tooBig = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('html, .latchkey, .latchkey [class^=latchkey]:not([class*=passcode])')]
          // Text for screen readers takes one pixel.
          .filter((one) => one.clientWidth > 1)
          // The boxes of a passcode have a ring of 4 pixels around them.
          .filter((one) => one.scrollWidth > one.clientWidth + 4 || one.scrollHeight > one.clientHeight + 4)
          .map((one) => (one === document.documentElement && one.scrollWidth <= 320 ? '' : one.className))
          .filter((name) => name !== ''),
      )
    await page.getByRole('textbox').fill('ada')
    await page.getByRole('textbox').press('Enter')
    await expect.poll(() => page.getByRole('alert').first().textContent()).toBe(words)
    expect(await tooBig()).toEqual([])
    await page.getByRole('textbox').fill(newEmail())
    await page.getByRole('textbox').press('Enter')
    await screen(page, 'otp_authenticate')
    expect(await tooBig()).toEqual([])
  })

  it('has no animation with reduced motion', async () => {
    const context = await setup.newContext({ reducedMotion: 'reduce' })
    const { page } = await setup.show({ config: byEmail }, context)
    const held = await hold(page, '/otps/email/login_or_create')
    await emailField(page).fill(newEmail())
    await button(page).click()
    await held.arrived
    const moving = await page.evaluate(
      () =>
        document.getAnimations().filter((one) => {
          const { duration, iterations } = one.effect?.getTiming() ?? {}
          return iterations === Number.POSITIVE_INFINITY && Number(duration) < 1000
        }).length,
    )
    expect(moving).toBe(0)
    held.release()
    await screen(page, 'otp_authenticate')
    const checked = await hold(page, '/otps/authenticate')
    await codeField(page).fill('123456')
    await checked.arrived
    await page.getByRole('progressbar').waitFor()
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
    checked.release()
  })
})

describe('theme options', () => {
  it('set the font [W-THM-01]', async () => {
    const { page } = await setup.show({ styles: { fontFamily: 'Georgia, serif' } })
    for (const one of [header(page), emailField(page), button(page)]) {
      expect(await style(one, 'font-family')).toEqual(['Georgia, serif'])
    }
  })

  it('set the colors [W-THM-02] [W-THM-03] [W-THM-04] [W-THM-05]', async () => {
    const colors = { primary: '#010203', secondary: '#040506', success: '#070809', error: '#0a0b0c' }
    const { page, email } = await asked({ colors })
    expect(await style(header(page), 'color')).toEqual([rgb('#010203')])
    const seen = await colorsOn(page)
    expect(seen).toContain(rgb('#040506'))
    const code = await codeFor(setup, email)
    await codeField(page).fill(code.replace(/^./, (digit) => String((Number(digit) + 1) % 10)))
    await expect.poll(() => colorsOn(page)).toContain(rgb('#0a0b0c'))
    await codeField(page).fill(code)
    await screen(page, 'otp_confirmation')
    expect(await colorsOn(page)).toContain(rgb('#070809'))
  })

  it('set the container [W-THM-06] [W-THM-07] [W-THM-08] [W-THM-09]', async () => {
    const styles = {
      container: { width: '320px', borderColor: '#112233', borderRadius: '20px', backgroundColor: '#fefdfc' },
    }
    const { page } = await setup.show({ styles })
    expect((await size(container(page))).width).toBe(320)
    expect(await style(container(page), 'border-top-color', 'border-radius', 'background-color')).toEqual([
      rgb('#112233'),
      '20px',
      rgb('#fefdfc'),
    ])
    expect(Number.parseFloat((await style(container(page), 'border-top-width'))[0] ?? '')).toBeGreaterThan(0)
  })

  it('set the buttons: primary, secondary, disabled [W-THM-10]', async () => {
    const theme = (n: number) => ({
      backgroundColor: `#0000${n}1`,
      textColor: `#0000${n}2`,
      borderColor: `#0000${n}3`,
      borderRadius: `${n}px`,
    })
    const looks = (n: number) => [rgb(`#0000${n}1`), rgb(`#0000${n}2`), rgb(`#0000${n}3`), `${n}px`]
    const names = ['background-color', 'color', 'border-top-color', 'border-radius']
    const { page } = await setup.show({
      styles: { buttons: { primary: theme(1), secondary: theme(2), disabled: theme(3) } },
    })
    await emailField(page).fill(newEmail())
    expect(await style(button(page), ...names)).toEqual(looks(1))
    const held = await hold(page, '/magic_links/email/login_or_create')
    await button(page).click()
    await held.arrived
    await expect.poll(() => style(page.locator('.latchkey form button[type=submit]'), ...names)).toEqual(looks(3))
    held.release()
    await screen(page, 'email_confirmation')
    expect(await style(button(page, 'Try again'), ...names)).toEqual(looks(2))
  })

  it('set the inputs [W-THM-11]', async () => {
    const inputs = {
      backgroundColor: '#111111',
      textColor: '#222222',
      borderColor: '#333333',
      borderRadius: '11px',
      placeholderColor: '#444444',
    }
    const { page } = await setup.show({ styles: { inputs } })
    expect(await style(emailField(page), 'background-color', 'color', 'border-top-color', 'border-radius')).toEqual([
      rgb('#111111'),
      rgb('#222222'),
      rgb('#333333'),
      '11px',
    ])
    const placeholder = await emailField(page).evaluate((input) => getComputedStyle(input, '::placeholder').color)
    expect(placeholder).toBe(rgb('#444444'))
  })

  it('show a logo of at most 100 by 50 pixels [W-MAIN-01] [W-THM-12]', async () => {
    const without = await setup.show()
    expect(await without.page.locator('.latchkey img').count()).toBe(0)
    const { page } = await setup.show({ styles: { logo: { logoImageUrl: '/logo.svg' } } })
    const image = page.locator('.latchkey img')
    expect(await image.getAttribute('src')).toBe('/logo.svg')
    await expect.poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBe(300)
    const { width, height } = await size(image)
    // An image of 300 by 200 pixels, scaled down.
    expect([Math.round(width), Math.round(height)]).toEqual([75, 50])
  })

  it('hide the header [W-THM-13]', async () => {
    const { page } = await setup.show({ styles: { hideHeaderText: true } })
    await emailField(page).waitFor()
    expect(await page.getByText('Sign up or log in').count()).toBe(0)
  })

  itInFullRun(
    'have a dark scheme, by option or preference of the user, without axe violations on a light page',
    async () => {
      const found: string[][] = []
      for (const colorScheme of ['dark', 'auto'] as const) {
        const context = await setup.newContext({ colorScheme: 'dark' })
        const { page } = await setup.show({ config: byEmail, styles: { colorScheme } }, context)
        await page.getByText(/^Powered by/).waitFor()
        const [background] = await style(container(page), 'background-color')
        expect(background).not.toBe('rgb(255, 255, 255)')
        await emailField(page).fill('ada')
        await button(page).click()
        await page.getByText('Invalid email address.').waitFor()
        found.push(await axeViolations(page))
        await emailField(page).fill(newEmail())
        await button(page).click()
        await screen(page, 'otp_authenticate')
        found.push(await axeViolations(page))
      }
      expect(found).toEqual([[], [], [], []])
    },
  )

  itInFullRun('apply at once when they change, and keep the input', async () => {
    const { page } = await setup.show({ styles: { colors: { primary: '#010203' } } })
    await emailField(page).fill('ada@example.com')
    await page.evaluate(() => app.show({ styles: { colors: { primary: '#332211' } } }))
    await expect.poll(() => style(button(page), 'background-color')).toEqual([rgb('#332211')])
    await page.evaluate(() => app.show({}))
    await expect.poll(() => style(button(page), 'background-color')).toEqual([rgb('#19303D')])
    expect(await emailField(page).inputValue()).toBe('ada@example.com')
  })
})

describeInFullRun('beyond the theme options', () => {
  it('the style sheet of the host page sets the same variables, on the widget or around it', async () => {
    const { page } = await setup.show({ config: { ...byEmail, enableShadowDOM: true } })
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(`
        :root { --latchkey-colors-primary: #123456; --latchkey-container-border-radius: 21px }
        #widget { --latchkey-buttons-primary-background-color: #654321; --latchkey-font-family: Georgia, serif }
      `)
      document.adoptedStyleSheets = [sheet]
    })
    expect(await style(header(page), 'color', 'font-family')).toEqual([rgb('#123456'), 'Georgia, serif'])
    expect(await style(container(page), 'border-radius')).toEqual(['21px'])
    await expect.poll(() => style(button(page), 'background-color')).toEqual([rgb('#654321')])
  })

  it('::part reaches into the shadow root, and [part] does the same in the page', async () => {
    for (const enableShadowDOM of [true, false]) {
      const { page } = await setup.show({ config: { ...byEmail, enableShadowDOM } })
      await page.evaluate((isInShadow) => {
        const part = (name: string) => (isInShadow ? `#widget *::part(${name})` : `#widget .latchkey [part~='${name}']`)
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(`${part('header')} { letter-spacing: 3px } ${part('input')} { text-indent: 5px }`)
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
      }, enableShadowDOM)
      expect(await style(header(page), 'letter-spacing')).toEqual(['3px'])
      expect(await style(emailField(page), 'text-indent')).toEqual(['5px'])
    }
  })

  it('the dark scheme follows the preference of the user only if it is configured', async () => {
    const context = await setup.newContext({ colorScheme: 'light' })
    const auto = await setup.show({ styles: { colorScheme: 'auto' } }, context)
    const fixed = await setup.show({}, context)
    const grounds = async () => [
      (await style(container(auto.page), 'background-color'))[0],
      (await style(container(fixed.page), 'background-color'))[0],
    ]
    expect(await grounds()).toEqual(['rgb(255, 255, 255)', 'rgb(255, 255, 255)'])
    for (const { page } of [auto, fixed]) await page.emulateMedia({ colorScheme: 'dark' })
    expect(await grounds()).toEqual([rgb('#12191d'), 'rgb(255, 255, 255)'])
    await auto.page.emulateMedia({ colorScheme: 'light' })
    expect((await grounds())[0]).toBe('rgb(255, 255, 255)')
  })
})

describeInFullRun('accessibility', () => {
  it('has visible edges, focus and selected tab in forced colors', async () => {
    const context = await setup.newContext({ forcedColors: 'active' })
    const { page } = await setup.show(
      { config: { products: ['otp'], otpOptions: { methods: ['email', 'sms'] } } },
      context,
    )
    const [on, off] = [page.getByRole('tab', { name: 'Email' }), page.getByRole('tab', { name: 'Text' })]
    expect(await style(on, 'background-color')).not.toEqual(await style(off, 'background-color'))
    for (const one of [emailField(page), button(page)]) {
      expect(await style(one, 'border-top-style', 'border-top-width')).toEqual(['solid', '1px'])
    }
    await emailField(page).focus()
    const [kind, width, color] = await style(emailField(page), 'outline-style', 'outline-width', 'outline-color')
    expect([kind, width]).toEqual(['solid', '2px'])
    expect(color).not.toMatch(/, 0\)$/)
    await emailField(page).fill('ada')
    await button(page).click()
    await page.getByText('Invalid email address.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await emailField(page).fill(newEmail())
    await button(page).click()
    await screen(page, 'otp_authenticate')
    expect(await axeViolations(page)).toEqual([])
  })

  it('can be used at 400 % by keyboard: nothing scrolls sideways, and the focused element is visible', async () => {
    // A window of 1280 by 1024 pixels, four times as large.
    const context = await setup.newContext({ viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 })
    const { page } = await setup.show(
      { config: { products: ['otp'], otpOptions: { methods: ['email', 'sms'] } } },
      context,
    )
    const fits = () =>
      page.evaluate(() => {
        const focused = document.activeElement as Element
        // Only the boxes of a passcode input are visible.
        const at = (focused.closest('.latchkey-passcode') ?? focused).getBoundingClientRect()
        const isSeen = at.top >= 0 && at.bottom <= innerHeight && at.left >= 0 && at.right <= innerWidth
        return [document.documentElement.scrollWidth <= innerWidth, isSeen]
      })
    for (let i = 0; i < 3; i++) {
      await page.keyboard.press('Tab')
      expect(await fits()).toEqual([true, true])
    }
    await emailField(page).focus()
    await page.keyboard.type(newEmail())
    await page.keyboard.press('Enter')
    await screen(page, 'otp_authenticate')
    await expect.poll(fits).toEqual([true, true])
  })
})

/** All colors on the screen. */
function colorsOn(page: Page): Promise<string[]> {
  return page.locator('.latchkey').evaluate((widget) => [
    ...new Set(
      [...widget.querySelectorAll('*')].flatMap((element) => {
        const { color, backgroundColor, borderTopColor, fill, stroke } = getComputedStyle(element)
        return [color, backgroundColor, borderTopColor, fill, stroke]
      }),
    ),
  ])
}
