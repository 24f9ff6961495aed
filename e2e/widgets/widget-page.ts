import type { BrowserContext, Locator, Page, Request, Route } from 'playwright-core'
import { axeViolations as axeOn } from '../browser.ts'
import type { HostPage } from '../hosts/host-page.ts'
import { fingerprintOf } from '../page-fingerprint.ts'

declare global {
  /** Only inside a host page. */
  var app: HostPage
}

/** The root of the widget, in the page or in its shadow root. */
export function root(page: Page): Locator {
  return page.locator('.latchkey')
}

export function screen(page: Page, name: string): Promise<void> {
  return page.locator(`.latchkey[data-screen="${name}"]`).waitFor()
}

let created = 0

/** An unused email address. */
export function newEmail(): string {
  created += 1
  return `person-${created}@example.com`
}

export function newPhone(): string {
  created += 1
  return `+1500555${String(created).padStart(4, '0')}`
}

/** A wrong code. */
export function wrong(code: string): string {
  return code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10))
}

/** Records calls to the provider below a path, without preflight requests. */
export function watchCalls(page: Page, path: string): Request[] {
  const seen: Request[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith(`/sdk/v1${path}`) && request.method() !== 'OPTIONS') {
      seen.push(request)
    }
  })
  return seen
}

/** A matcher of calls to the provider below a path, for `page.route` and similar methods. */
export function toPath(path: string): (url: URL) => boolean {
  return ({ pathname }) => pathname.startsWith(`/sdk/v1${path}`)
}

/** The next response to a call of the page. */
export async function answerTo(page: Page, path: string): Promise<void> {
  await page.waitForResponse(
    (response) => toPath(path)(new URL(response.url())) && response.request().method() !== 'OPTIONS',
  )
}

export interface Hold {
  arrived: Promise<void>
  release(): void
}

/** Holds calls to a path until they are released. */
export async function hold(page: Page | BrowserContext, path: string): Promise<Hold> {
  let release = (): void => undefined
  let arrive = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(toPath(path), async (route: Route) => {
    if (route.request().method() !== 'OPTIONS') {
      arrive()
      await released
    }
    await route.fallback()
  })
  return { arrived, release }
}

/** Fulfills calls to a path with an error of the provider. */
export async function refuse(page: Page, path: string, status: number, body: Record<string, unknown>): Promise<void> {
  await page.route(toPath(path), (route) =>
    route.request().method() === 'OPTIONS'
      ? route.continue()
      : route.fulfill({
          status,
          headers: {
            'access-control-allow-origin': new URL(page.url()).origin,
            'access-control-allow-credentials': 'true',
          },
          json: { status_code: status, request_id: 'request-id-test-1', error_url: '', error_message: '', ...body },
        }),
  )
}

/** The focused element as `tag#name`, also inside shadow roots. */
export function focused(page: Page): Promise<{ tag: string; text: string }> {
  return page.evaluate(() => {
    let at = document.activeElement
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
    return { tag: at?.localName ?? '', text: at?.textContent ?? '' }
  })
}

export async function events(page: Page): Promise<unknown[]> {
  return page.evaluate(() => app.events)
}

/** The email address of the signed-in user. */
export function signedInAs(page: Page): Promise<string | null> {
  return page.evaluate(() => app.client.user.getSync()?.emails[0]?.email ?? null)
}

export function emailField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Email', exact: true })
}

export function phoneField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Phone number', exact: true })
}

export function codeField(page: Page): Locator {
  return page.getByRole('textbox', { name: /passcode/i })
}

export function button(page: Page, name = 'Continue'): Locator {
  return page.getByRole('button', { name, exact: true })
}

/** The error text of the screen's input, or an empty string. */
export function errorUnder(page: Page): Promise<string> {
  return page
    .locator('.latchkey input')
    .first()
    .evaluate((input) => {
      const home = input.getRootNode() as Document | ShadowRoot
      const ids = `${input.getAttribute('aria-errormessage') ?? ''} ${input.getAttribute('aria-describedby') ?? ''}`
      const words = ids.split(' ').flatMap((id) => (id ? [home.getElementById(id)] : []))
      return words.find((element) => element?.getAttribute('role') === 'alert')?.textContent ?? ''
    })
}

/** HTML without axe violations. Identical HTML is not checked again. */
const spotless = new Set<string>()

/** The axe violations after the screen transition, because a half transparent screen has too little contrast. */
export async function axeViolations(page: Page): Promise<string[]> {
  await root(page).evaluateAll((widgets) =>
    Promise.all(
      widgets
        .flatMap((widget) => widget.getAnimations({ subtree: true }))
        .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < 2_000)
        .map(({ finished }) => finished.catch(() => undefined)),
    ).then(() => undefined),
  )
  const looks = await fingerprintOf(page)
  if (spotless.has(looks)) return []
  const found = await axeOn(page)
  if (found.length === 0) spotless.add(looks)
  return found
}

/** The project response of the provider with some changes. */
export async function answerBootstrap(context: BrowserContext, change: Record<string, unknown>): Promise<void> {
  await context.route(toPath('/projects/bootstrap/'), async (route) => {
    if (route.request().method() === 'OPTIONS') return route.continue()
    const response = await route.fetch()
    const { data, ...rest } = (await response.json()) as { data: Record<string, unknown> }
    await route.fulfill({ response, json: { ...rest, data: { ...data, ...change } } })
  })
}

/** Records all announcements of live regions, including shadow roots. */
export function watchAnnouncements(page: Page): Promise<void> {
  return page.evaluate(() => {
    const said: string[] = []
    Object.assign(globalThis, { said })
    const isLive = (node: Node | null): Element | null => {
      const element = node instanceof Element ? node : (node?.parentElement ?? null)
      return element?.closest('[role=alert], [role=status], [aria-live]:not([aria-live=off])') ?? null
    }
    const observer = new MutationObserver((changes) => {
      const regions = new Set(changes.map(({ target }) => isLive(target)))
      for (const region of regions) if (region?.textContent) said.push(region.textContent)
    })
    const roots: Node[] = [document]
    for (const element of document.querySelectorAll('*')) if (element.shadowRoot) roots.push(element.shadowRoot)
    for (const one of roots) observer.observe(one, { childList: true, characterData: true, subtree: true })
  })
}

export function announced(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as { said: string[] }).said)
}
