import type { StyleConfig } from '@latchkey/widgets'
import fc from 'fast-check'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noteVariants } from '../../packages/server/src/testing/variants.suite.ts'
import type { ShowOptions } from '../hosts/host-login.ts'
import { signInQuietly } from '../widgets/passkey-page.ts'
import { type RelyingParty, startRelyingParty } from '../widgets/relying-party.ts'
import { screen, toPath } from '../widgets/widget-page.ts'
import { prepareWidgets } from '../widgets/widget-setup.ts'
import { problemsOn } from './consent-screen.ts'

const setup = prepareWidgets({ hasOwnProvider: true })
let party: RelyingParty
beforeAll(async () => {
  party = await startRelyingParty(setup)
})
afterAll(() => party?.close())

/** `npm run test:full` and `npm run test:attacks` try more themes, each in every container and window. */
const isLong = Number(process.env.RACE_ROUNDS ?? 0) > 50
const seed = Number(process.env.FUZZ_SEED ?? 1)
const drawn = isLong ? 20 : 2

const colors = [
  ...['transparent', 'white', 'black', '#fff0', '#777', 'yellow', 'rgb(255 255 255 / .1)', 'currentcolor', 'inherit'],
  ...['var(--host)', 'oklch(0.9 0.1 90)', 'color(display-p3 1 1 0)', 'light-dark(white, black)', 'Canvas', 'nonsense'],
  ...['linear-gradient(white, black)', 'color-mix(in oklab, white, black)', 'hsl(0 0% 50%)', 'rgb(0 0 0 / .5)'],
]
const lengths = [0, 1, '0px', '500px', '-5px', '1000vw', '5%', 'calc(1px * 0)', 'nonsense', '1em']

const color = fc.constantFrom(...colors)
const length = fc.constantFrom<string | number>(...lengths)
const buttonStyle = fc.record(
  { backgroundColor: color, textColor: color, borderColor: color, borderRadius: length },
  { requiredKeys: [] },
)
const theme: fc.Arbitrary<StyleConfig> = fc.record(
  {
    colorScheme: fc.constantFrom('light', 'dark', 'auto'),
    colors: fc.record(
      { primary: color, secondary: color, success: color, error: color, focus: color },
      { requiredKeys: [] },
    ),
    container: fc.record(
      {
        width: fc.constantFrom<string | number>(...lengths, '5000px', 'max-content', '200vw', 10),
        ...{ borderColor: color, borderRadius: length, backgroundColor: color },
        shadow: fc.constantFrom('none', 'inset 0 0 0 9999px white', 'inset 0 0 0 9999px #19303d', '0 0 9px red'),
      },
      { requiredKeys: [] },
    ),
    title: fc.record({ size: length, align: fc.constantFrom('start', 'center') }, { requiredKeys: [] }),
    text: fc.record({ size: length }),
    label: fc.record({ size: length }),
    controls: fc.record({ height: length, size: length, gap: length }, { requiredKeys: [] }),
    buttons: fc.record({ primary: buttonStyle, secondary: buttonStyle, disabled: buttonStyle }, { requiredKeys: [] }),
    motion: fc.constantFrom('none', 'quiet'),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<StyleConfig>

/** The container, its size in pixels and its overflow. */
const containers: Record<string, string> = {
  'a whole page': '',
  'nothing at all': 'width:0;height:0;overflow:hidden',
  '50 by 50': 'width:50px;height:50px;overflow:hidden',
  '50 by 50 that overflows': 'width:50px;height:50px',
  'a strip': 'width:1000px;height:60px;overflow:clip',
  'a small scroller': 'width:300px;height:200px;overflow:auto',
  'a narrow column': 'width:260px;height:600px;overflow:hidden',
  'a grid that centers': 'display:grid;justify-content:center',
  'a contained box': 'width:320px;height:300px;contain:strict',
}
const windows: Record<string, { width: number; height: number }> = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
  '400 percent': { width: 320, height: 256 },
}
const long = 'word '.repeat(400)
const hostileText =
  '\u202eesrever\u202c \u200b\u2066x\u2069\n\nnext line e\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301'
const manifests: Record<string, number | unknown> = {
  ...(isLong && { 'one scope': 1 }),
  '20 scopes': 20,
  '500 scopes': 500,
  'a long manifest': [{ header: long, items: [long, { text: hostileText, details: [long] }, 'x'.repeat(5_000)] }],
}
const blank = ['', ' ', '\u200b', '\u3164', '\u2800', 'x'.repeat(5_000)]

/** One page with a consent screen; its theme, container and window change while it is open. */
async function openConsent(manifest: unknown, wanted: ShowOptions = {}, name = 'Notes'): Promise<Page> {
  const { page, complaints } = await setup.open({
    hasPromisedPolicy: true,
    query: { client_id: party.id, redirect_uri: party.callback, scope: 'openid notes:read' },
  })
  // Otherwise each measurement waits for the animations of the screen.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signInQuietly(setup.provider.url, page)
  const scopes = Array.from({ length: typeof manifest === 'number' ? manifest : 1 }, (_, index) => `scope:${index}`)
  await page.route(toPath('/oauth/authorize/start'), async (route) => {
    if (route.request().method() === 'OPTIONS') return route.continue()
    const response = await route.fetch()
    const { data, ...rest } = (await response.json()) as { data: { oidc_client: object } }
    const oidc_client = { ...data.oidc_client, client_name: name }
    const changed = { ...data, oidc_client, grantable_scope: scopes.join(' '), ungrantable_scope: 'other:scope' }
    await route.fulfill({ response, json: { ...rest, data: changed } })
  })
  await show(page, { ...(typeof manifest !== 'number' && { manifest }), ...wanted })
  await screen(page, 'idp_consent')
  // Only a manifest that is not shown is reported.
  expect(complaints.splice(0).filter((one) => !one.includes('manifest is not shown'))).toEqual([])
  return page
}

function show(page: Page, wanted: ShowOptions): Promise<void> {
  return page.evaluate((options) => app.show(options), { widget: 'identity-provider', ...wanted } as const)
}

async function contain(page: Page, style: string): Promise<void> {
  await page.locator('#widget').evaluate((container, text) => {
    container.removeAttribute('style')
    for (const part of text.split(';')) {
      const [name = '', value = ''] = part.split(':')
      if (name) (container as HTMLElement).style.setProperty(name, value)
    }
  }, style)
}

/** Reports a new size, and waits until the screen has reacted to it and does not move. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    dispatchEvent(new Event('resize'))
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await frame()
    await frame()
    const roots = [document, ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])]
    await Promise.allSettled(roots.flatMap((one) => one.getAnimations()).map(({ finished }) => finished))
    await frame()
    await frame()
  })
}

describe('the consent screen', () => {
  it.each(Object.entries(manifests))(
    'shows both buttons and every item of a consent screen with any theme: %s (O-17)',
    { timeout: 1_800_000 },
    async (_, manifest) => {
      const page = await openConsent(manifest)
      const given = typeof manifest === 'number' ? {} : { manifest }
      const every = [{}, { colorScheme: 'dark' as const }, ...fc.sample(theme, { numRuns: drawn, seed })]
      // Drawing 500 items takes long.
      const themes = manifest === 500 && !isLong ? every.slice(-2) : every
      const places = Object.keys(containers)
      let tried = 0
      const wrong: unknown[] = []
      for (const [index, styles] of themes.entries()) {
        await show(page, { ...given, styles })
        for (const size of isLong ? Object.keys(windows) : [Object.keys(windows)[index % 3] ?? '']) {
          await page.setViewportSize(windows[size] ?? { width: 390, height: 844 })
          for (const place of isLong ? places : [places[index % places.length] ?? '', 'a whole page']) {
            await contain(page, containers[place] ?? '')
            await settle(page)
            tried += 1
            const problems = await problemsOn(page)
            if (problems.length > 0) wrong.push({ size, place, styles, problems })
          }
        }
      }
      noteVariants(tried)
      expect(wrong).toEqual([])
      expect(tried).toBe(themes.length * (isLong ? 3 * places.length : 2))
    },
  )

  it('keeps the list of a consent screen readable with the largest text in a small container (O-17)', async () => {
    const page = await openConsent(1)
    const [size, height] = ['500px', '500px']
    const largest = { container: { width: 0 }, text: { size }, controls: { size, height, gap: 0 }, label: { size } }
    await page.setViewportSize({ width: 390, height: 844 })
    await show(page, { styles: largest })
    await contain(page, containers['a contained box'] ?? '')
    await settle(page)
    expect(await problemsOn(page)).toEqual([])
  })

  it('fits a consent screen into every container and window (O-17)', async () => {
    const page = await openConsent(20)
    const wrong: unknown[] = []
    const tried = new Set<string>()
    let count = 0
    for (const [index, [name, size]] of Object.entries(windows).entries()) {
      await page.setViewportSize(size)
      for (const colorScheme of isLong ? (['light', 'dark'] as const) : [index % 2 === 0 ? 'light' : 'dark']) {
        await show(page, { styles: { colorScheme }, strings: { 'locale.direction': 'rtl' } } as ShowOptions)
        for (const [turn, [place, style]] of Object.entries(containers).entries()) {
          // Each container in one of the windows.
          if (!isLong && turn % 3 !== index) continue
          await contain(page, style)
          await settle(page)
          tried.add(place)
          count += 1
          const problems = await problemsOn(page)
          if (problems.length > 0) wrong.push({ place, name, colorScheme, problems })
        }
      }
    }
    noteVariants(count)
    expect(wrong).toEqual([])
    expect([...tried].sort()).toEqual(Object.keys(containers).sort())
  })

  it('shows the application and the account of a consent screen without scrolling at 400 percent zoom (O-17)', async () => {
    const page = await openConsent(20)
    await page.setViewportSize({ width: 320, height: 256 })
    await show(page, {})
    await settle(page)
    const hidden = await page.evaluate(() => {
      const list = document.querySelector('.latchkey-idp-body') as HTMLElement
      const { bottom } = list.getBoundingClientRect()
      return [...list.querySelectorAll('.latchkey-header,.latchkey-idp-account')]
        .filter((element) => element.getBoundingClientRect().bottom > bottom)
        .map(({ textContent }) => textContent)
    })
    expect([hidden, await problemsOn(page)]).toEqual([[], []])
  })

  it('keeps text on the buttons and items of a consent screen with any strings of the host page (O-17)', async () => {
    const keys = ['idp.allow', 'idp.deny', 'idp.scope.other', 'idp.header', 'idp.access_title', 'idp.destination']
    const empties = [[], [{ header: 'Nothing', items: [] }], [{ header: ' ', items: ['x'] }]]
    noteVariants(blank.length + empties.length)
    const page = await openConsent(3, {}, `${'\u202e'}${'Long name '.repeat(1_000)}`)
    for (const text of blank) {
      const strings = Object.fromEntries(keys.map((key) => [key, text]))
      await show(page, { strings })
      await settle(page)
      expect([text.slice(0, 3), await problemsOn(page)]).toEqual([text.slice(0, 3), []])
      const title = await page.locator('.latchkey-header').textContent()
      expect(title).toMatch(/^Long name .*… wants to access/)
      expect(title?.length).toBeLessThan(200)
    }
    for (const empty of empties) {
      const other = await openConsent(1, { manifest: empty })
      await settle(other)
      expect(await problemsOn(other)).toEqual([])
      expect(await other.locator('.latchkey-idp-item').count()).toBe(1)
    }
  })

  it('shows both buttons and every item of a consent screen in a shadow root (O-17)', async () => {
    const page = await openConsent(30, { config: { enableShadowDOM: true } as ShowOptions['config'] })
    const themes = fc.sample(theme, { numRuns: isLong ? 6 : 2, seed: seed + 1 })
    const places = ['a whole page', '50 by 50']
    noteVariants(themes.length * places.length)
    for (const styles of themes) {
      for (const place of places) {
        await show(page, { config: { enableShadowDOM: true } as ShowOptions['config'], styles })
        await contain(page, containers[place] ?? '')
        await settle(page)
        expect([place, styles, await problemsOn(page)]).toEqual([place, styles, []])
      }
    }
  })
})

describe('the logout confirmation', () => {
  it('shows both buttons of the logout confirmation with any theme (O-17)', async () => {
    const { page } = await setup.open({
      hasPromisedPolicy: true,
      query: { client_id: party.id, post_logout_redirect_uri: party.bye },
    })
    await signInQuietly(setup.provider.url, page)
    await show(page, {})
    await screen(page, 'idp_logout')
    const wrong: unknown[] = []
    noteVariants(drawn)
    for (const [index, styles] of fc.sample(theme, { numRuns: drawn, seed: seed + 2 }).entries()) {
      const place = Object.values(containers)[index % Object.keys(containers).length] ?? ''
      await show(page, { styles, strings: { 'idp.yes': ' ', 'idp.no': '' } })
      await contain(page, place)
      await settle(page)
      const problems = await problemsOn(page)
      if (problems.length > 0) wrong.push({ place, styles, problems })
    }
    expect(wrong).toEqual([])
  })
})
