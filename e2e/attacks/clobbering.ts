import type { LoginConfig } from '@latchkey/widgets'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { bundleHost } from '../hosts/bundle-hosts.ts'
import type { Embedding } from '../hosts/host-login.ts'
import type { Build } from '../hosts/host-site.ts'
import { plugIn, watchCeremonies } from '../widgets/passkey-page.ts'
import { havePassword, secret } from '../widgets/password-page.ts'
import type { RelyingParty } from '../widgets/relying-party.ts'
import { newEmail, signedInAs } from '../widgets/widget-page.ts'
import { codeFor, type WidgetSetup } from '../widgets/widget-setup.ts'

/** Elements whose `name` or `id` becomes a property: of the document, of the window, of the form around the widget. */
export const holders = ['img', 'form', 'embed', 'object', 'iframe', 'a', 'input'] as const
export type Holder = (typeof holders)[number]
export const documentHolders = holders.slice(0, 5)

const moments = ['in the page', 'before the mount', 'after the mount'] as const
type Moment = (typeof moments)[number]

/**
 * How a host page uses the widget, and whether the elements are in its HTML or are added later. React cannot be imported
 * into a page whose `document.createElement` is hidden, so there they are added after the import.
 */
export const cases: readonly Case[] = (
  [
    ['standalone', 'mount'],
    ['standalone', 'element'],
    ['react-19', 'component'],
    ['react-18', 'component'],
    ['react-19', 'mount'],
    ['react-19', 'element'],
  ] as const
).flatMap(([build, embedding]) =>
  moments
    .filter((moment) => build === 'standalone' || moment !== 'in the page')
    .map((moment) => ({ build, embedding, moment })),
)

export interface Case {
  readonly build: Build
  readonly embedding: Embedding
  readonly moment: Moment
}

/** An element with a property's name. */
export type Named = readonly [Holder, string]

/** The HTML of an element with the names. The widget is inside the form that contains the inputs. */
const markupOf: Record<Holder, (name: string) => string> = {
  img: (name) => `<img name="${name}">`,
  form: (name) => `<form name="${name}"></form>`,
  embed: (name) => `<embed name="${name}">`,
  object: (name) => `<object id="${name}"></object>`,
  iframe: (name) => `<iframe name="${name}"></iframe>`,
  a: (name) => `<a id="${name}"></a>`,
  input: (name) => `<input type="hidden" name="${name}">`,
}

/** Every name that each kind of element can take: all properties of documents, forms and windows. */
async function namesOf(page: Page, sources: Iterable<string>): Promise<Record<Holder, string[]>> {
  // Properties that scripts read although no current browser has them.
  const read = [...sources].flatMap((text) => [...text.matchAll(readName)].map(([, name]) => name ?? ''))
  const extra = [...new Set(read)]
  const { ofDocument, ofForm, ofWindow } = await page.evaluate(() => {
    const chain = (of: object | null): string[] =>
      of ? [...Object.getOwnPropertyNames(of), ...chain(Object.getPrototypeOf(of))] : []
    return {
      ofDocument: [...new Set([...chain(Document.prototype), 'location'])],
      ofForm: [...new Set(chain(HTMLFormElement.prototype))],
      ofWindow: chain(Window.prototype),
    }
  })
  const byDocument = [...new Set([...ofDocument, ...extra])]
  const byWindow = [...new Set([...ofWindow, ...windowNames, ...extra])]
  return {
    ...{ img: byDocument, form: byDocument, embed: byDocument, object: byDocument },
    ...{ iframe: byDocument, a: byWindow, input: ofForm },
  }
}

const readName = /(?:[dD]ocument[\w$]*|doc|page|platform|globalThis|window)\??\.([a-zA-Z]+)/g

/** Optional properties of the window that the scripts read: of browsers, extensions or earlier scripts. */
const windowNames = [
  ...[
    '__latchkey',
    '__latchkeyMissingClient',
    'app',
    'google',
    'ethereum',
    'solana',
    'phantom',
    'vessel',
    'binancew3w',
  ],
  ...['BinanceChain', 'coinbaseWalletExtension', 'coinbaseSolana', 'IdentityCredential', 'PublicKeyCredential'],
  ...['Temporal', 'trustedTypes', 'Worker', 'process', 'global', 'React', 'exports', 'module', 'require', 'define'],
]

/** The host page with elements of these names before its first script. */
function withMarkup(html: string, named: readonly Named[]): string {
  const inputs = named.filter(([holder]) => holder === 'input').map(([, name]) => markupOf.input(name))
  const others = named.filter(([holder]) => holder !== 'input').map(([holder, name]) => markupOf[holder](name))
  const place = '<div id="widget"></div>'
  const form = `<form id="around">${inputs.join('')}${place}</form>`
  return html
    .replace('<main>', `<div hidden id="clobbers">${others.join('')}</div><main>`)
    .replace(place, inputs.length > 0 ? form : place)
}

/** Adds elements with these names to an open page and returns how many hide a property. */
function clobber(page: Page, named: readonly Named[]): Promise<number> {
  return page.evaluate((all) => {
    const find = (selector: string) => Document.prototype.querySelector.call(document, selector)
    const make = (tag: string) => Document.prototype.createElement.call(document, tag)
    const box = make('div')
    box.hidden = true
    const widget = find('#widget') as HTMLElement
    const around = make('form')
    around.id = 'around'
    for (const [holder, name] of all) {
      const element = make(holder)
      Element.prototype.setAttribute.call(element, holder === 'a' || holder === 'object' ? 'id' : 'name', name)
      if (holder === 'input') element.hidden = true
      Element.prototype.append.call(holder === 'input' ? around : box, element)
    }
    find('body')?.prepend(box, around)
    if (all.some(([holder]) => holder === 'input')) Node.prototype.appendChild.call(around, widget)
    return (globalThis as unknown as { countHidden: typeof countHidden }).countHidden(all)
  }, named)
}

/** Added to every page: counts the elements that hide a property of a document, form or window. */
const countHidden = (all: readonly Named[]): number => {
  const around = Document.prototype.querySelector.call(document, '#around')
  return all.filter(([holder, name]) => {
    const home = holder === 'input' ? around : holder === 'a' ? globalThis : document
    const found: unknown = home && Reflect.get(home, name)
    const own: unknown =
      home && Reflect.get(holder === 'a' ? Window.prototype : Object.getPrototypeOf(home), name, home)
    const isElement = found instanceof Node || found instanceof HTMLCollection || Object(found).window === found
    return isElement && (found !== own || holder === 'a')
  }).length
}

/** The center of a matching element, once it exists. The browser driver would use functions of the document. */
async function findCenter(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const find = (): Promise<{ x: number; y: number } | null> =>
    page.evaluate((text) => {
      const found = Document.prototype.querySelector.call(document, text)
      found?.scrollIntoView({ block: 'center', behavior: 'instant' })
      const box = found?.getBoundingClientRect()
      return box?.width ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null
    }, selector)
  await expect.poll(find, { message: `${selector} is shown` }).not.toBeNull()
  return (await find()) ?? { x: 0, y: 0 }
}

async function click(page: Page, selector: string): Promise<void> {
  const { x, y } = await findCenter(page, selector)
  await page.mouse.click(x, y)
}

const screenOf = (name: string): string => `.latchkey[data-screen="${name}"]`

const byCode: LoginConfig = {
  products: ['otp', 'passkeys', 'oauth'],
  otpOptions: { methods: ['email'] },
  oauthOptions: { providers: [{ type: 'google' }, { type: 'github' }] },
}
const onlyGoogle: LoginConfig = { products: ['oauth'], oauthOptions: { providers: [{ type: 'google' }] } }
const byPassword: LoginConfig = { ...onlyGoogle, products: ['passwords', 'oauth'] }

/** Types into the login widget, submits and signs in; then shows the other widgets on the same page. */
async function signInThenShowOthers(
  page: Page,
  setup: WidgetSetup,
  embedding: Embedding,
  afterMount: () => Promise<void> = async () => undefined,
): Promise<void> {
  await plugIn(page, false)
  const ceremonies = await watchCeremonies(page)
  await page.evaluate((options) => app.show(options), { config: byCode, embedding })
  await findCenter(page, '.latchkey input[type=email]')
  await afterMount()
  // The passkeys of the email field: by the widget, and again by a page that calls the client itself.
  const open = { name: 'get', isConditional: true, end: 'open' }
  await expect.poll(ceremonies).toMatchObject([open])
  expect(await callClient(page)).toEqual({ autofill: 'AbortError', failed: [] })
  const email = newEmail()
  await click(page, '.latchkey input[type=email]')
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await findCenter(page, screenOf('otp_authenticate'))
  await click(page, `${screenOf('otp_authenticate')} input`)
  await page.keyboard.type(await codeFor(setup, email))
  await findCenter(page, screenOf('otp_confirmation'))
  expect(await signedInAs(page)).toBe(email)
  await page.evaluate(
    (options) => {
      app.remove()
      app.show(options)
    },
    { widget: 'passkey-registration', embedding } as const,
  )
  await findCenter(page, screenOf('passkey_registration_start'))
  await signInByPassword(page, setup, embedding)
  await page.evaluate(
    (options) => {
      app.remove()
      app.show(options)
    },
    { embedding, widget: 'reset-password', passwordResetToken: 'x' } as const,
  )
  await findCenter(page, '.latchkey input[type=password]')
  await page.evaluate(
    (options) => {
      app.remove()
      app.show(options)
    },
    { embedding, widget: 'identity-provider' } as const,
  )
  await findCenter(page, '.latchkey [data-kind="secondary"]')
  await page.evaluate(() => app.remove())
  // The page stays open: closing a page that is leaving can take forever.
  await page.route(/\/oauth\/google\/start/, (route) => route.fulfill({ status: 204 }))
  await page.evaluate(
    async (options) => {
      await app.client.session.revoke()
      app.show(options)
    },
    { config: onlyGoogle, embedding },
  )
  const left = page.waitForRequest((request) => request.url().includes('/oauth/google/start'))
  await click(page, `${screenOf('main')} button`)
  await left
}

/** Signs an existing user in. */
async function signInByPassword(page: Page, setup: WidgetSetup, embedding: Embedding): Promise<void> {
  const email = newEmail()
  await havePassword(setup, email)
  await page.evaluate(async () => {
    app.remove()
    await app.client.session.revoke()
  })
  await page.evaluate((options) => app.show(options), { config: byPassword, embedding })
  await click(page, '.latchkey input[type=email]')
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await click(page, `${screenOf('password_create_or_login')} input[type=password]`)
  await page.keyboard.type(secret)
  await page.keyboard.press('Enter')
  await findCenter(page, screenOf('password_confirmation'))
  expect(await signedInAs(page)).toBe(email)
}

/** Calls of a host page without widgets: how the autofill ends, and the calls that failed. */
function callClient(page: Page): Promise<{ autofill: string; failed: string[] }> {
  return page.evaluate(async () => {
    const { client } = app
    const ending = new AbortController()
    const autofill = client.webauthn
      .authenticate({ conditional_mediation: true, session_duration_minutes: 30, signal: ending.signal })
      .then(
        () => 'signed in',
        (error: Error) => error.name,
      )
    const failed: string[] = []
    const calls: Record<string, () => unknown> = {
      search: () => client.user.search('nobody@example.com'),
      autofill: () => client.webauthn.browserSupportsAutofill(),
      strength: () => client.passwords.strengthCheck({ password: 'x' }),
      landing: () => client.authenticateByUrl({ session_duration_minutes: 30 }),
    }
    for (const [name, call] of Object.entries(calls)) {
      try {
        await call()
      } catch (error) {
        failed.push(`${name}: ${error}`)
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
    ending.abort()
    return { autofill: await autofill, failed }
  })
}

/** The query of the consent page. */
function consentQuery(party: RelyingParty): Record<string, string> {
  return { client_id: party.id, redirect_uri: party.callback, scope: 'openid notes:read' }
}

/** Signs in on a page with elements of these names and returns how many of them hide a property. */
export async function tryNames(
  setup: WidgetSetup,
  party: RelyingParty,
  { build, embedding, moment }: Case,
  named: readonly Named[],
): Promise<number> {
  const context = await setup.newContext()
  const page = await context.newPage()
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  await page.addInitScript(`globalThis.countHidden = ${countHidden}`)
  if (moment === 'in the page') setup.site.decorate = (html) => withMarkup(html, named)
  await page.goto(setup.site.page({ build, query: consentQuery(party) }))
  setup.site.decorate = undefined
  await expect
    .poll(() => page.evaluate(() => 'app' in globalThis && 'client' in app), { message: 'a client' })
    .toBe(true)
  let hidden = 0
  const add = async (): Promise<void> => {
    hidden = await clobber(page, named)
  }
  if (moment === 'in the page') hidden = await page.evaluate(countHidden, named)
  // The host application renders something before the widget.
  if (embedding === 'component') await page.evaluate(() => app.prepare())
  if (moment === 'before the mount') await add()
  await signInThenShowOthers(page, setup, embedding, moment === 'after the mount' ? add : undefined)
  expect(errors).toEqual([])
  await page.close()
  return hidden
}

/** The names of a build, by the kind of element. */
export async function namesFor(setup: WidgetSetup, build: Build): Promise<Record<Holder, string[]>> {
  const { page } = await setup.open({ build })
  const names = await namesOf(page, (await bundleHost(build)).values())
  await page.close()
  return names
}
