import type { LoginConfig, StyleConfig } from '@latchkey/widgets'
import { describe, expect, it } from 'vitest'
import { signInQuietly } from '../../widgets/passkey-page.ts'
import {
  answerBootstrap,
  button,
  codeField,
  emailField,
  newEmail,
  root,
  screen,
  signedInAs,
} from '../../widgets/widget-page.ts'
import { codeFor, linkFor, prepareWidgets } from '../../widgets/widget-setup.ts'
import { tracesOn, untouched } from '../hostile-texts.ts'

const setup = prepareWidgets({ hasOwnProvider: true })
const byCode: LoginConfig = { products: ['otp'], otpOptions: { methods: ['email'] } }

/** Properties of the document that an element with such a name replaces. */
const documentNames = [
  ...['activeElement', 'addEventListener', 'adoptedStyleSheets', 'cookie', 'defaultView', 'documentElement', 'forms'],
  ...['getElementById', 'hasFocus', 'hasStorageAccess', 'head', 'hidden', 'images', 'links', 'nodeType'],
  ...['querySelector', 'readyState', 'referrer', 'removeEventListener', 'scripts', 'title', 'visibilityState'],
] as const
/** Properties of the window that an element with such an id provides if they are missing. */
const windowNames = [
  ...['config', 'client', 'styles', 'strings', 'callbacks', 'latchkey', 'props', 'session', 'user', 'root', 'email'],
  ...['default', 'module', 'exports', 'process', 'global', 'React', 'google', 'ethereum', 'solana'],
] as const

describe.each([false, true])('a host page (shadow root: %s)', (enableShadowDOM) => {
  const config = { ...byCode, enableShadowDOM }

  it('cannot inject CSS with theme values, nor load a script as a logo (X-2)', async () => {
    const context = await setup.newContext()
    const asked: string[] = []
    context.on('request', (request) => asked.push(request.url()))
    const breaking = [
      'red} body{display:none} .x{',
      'red; background: url(https://evil.example/leak)',
      'url("https://evil.example/leak")',
      'url(javascript:globalThis.hit=1)',
      'expression(globalThis.hit=1)',
      '</style><script>globalThis.hit=1</script>',
      '@import "https://evil.example/x.css"',
    ]
    const logos = ['javascript:globalThis.hit=1', 'data:text/html,<script>globalThis.hit=1</script>', '"onerror="x']
    const { page } = await setup.show({ config }, context)
    for (const [index, value] of breaking.entries()) {
      const button = { backgroundColor: value, textColor: value, borderColor: value, borderRadius: value }
      const styles: StyleConfig = {
        ...{
          fontFamily: value,
          logo: { logoImageUrl: logos[index % logos.length] ?? '' },
          buttons: { primary: button },
        },
        ...{ colors: { primary: value, secondary: value, success: value, error: value }, inputs: button },
        container: { width: value, backgroundColor: value, borderColor: value, borderRadius: value },
      }
      await page.evaluate((options) => app.show(options), { config, styles })
      await emailField(page).waitFor()
      expect([value, await tracesOn(page)]).toEqual([value, expect.objectContaining(untouched)])
      const isThere = await page.evaluate(() => getComputedStyle(document.body).display !== 'none')
      expect([value, isThere, await root(page).isVisible()]).toEqual([value, true, true])
    }
    expect(asked.filter((address) => address.includes('evil'))).toEqual([])
  })

  it('does not pollute prototypes (X-5)', async () => {
    const context = await setup.newContext()
    const named = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'
    const poison = JSON.parse(named) as object
    await answerBootstrap(context, {
      ...{ constructor: poison, strength_policy: poison, email_domains: ['__proto__'] },
      rbac_policy: {
        roles: [{ role_id: '__proto__', description: '', permissions: [{ resource_id: '__proto__', actions: ['*'] }] }],
        resources: [{ resource_id: '__proto__', description: '', actions: ['constructor'] }],
        scopes: [],
      },
    })
    const { page } = await setup.open({}, context)
    const options = `{"config":${JSON.stringify(config).replace(/\}$/, `,"__proto__":${named},"sessionOptions":${named}}`)},"strings":${named},"styles":{"colors":${named},"__proto__":${named}}}`
    await page.evaluate((text) => app.show(JSON.parse(text)), options)
    await emailField(page).waitFor()
    await signInQuietly(setup.provider.url, page)
    const found = await page.evaluate(async () => ({
      own: Object.keys(Object.prototype),
      polluted: ({} as { polluted?: unknown }).polluted,
      may: [
        await app.client.rbac.isAuthorized('__proto__', 'constructor'),
        await app.client.rbac.isAuthorized('__proto__', 'toString'),
        await app.client.rbac.isAuthorized('constructor', 'prototype'),
      ],
      map: Object.entries(Object(Reflect.get(await app.client.rbac.allPermissions(), '__proto__'))),
    }))
    expect(found).toEqual({ own: [], polluted: undefined, may: [false, false, false], map: [['constructor', false]] })
  })

  it('with clobbering elements does not change the behavior of the widget (X-8)', async () => {
    const { page } = await setup.open({ hasOneTap: true })
    const left = await page.evaluate(
      ([ofDocument, ofWindow]) => {
        const make = document.createElement.bind(document)
        const around = make('form')
        around.id = 'config'
        around.setAttribute('name', 'body')
        around.action = '/stolen'
        for (const name of ofDocument) {
          const image = make('img')
          image.setAttribute('name', name)
          around.append(image)
        }
        for (const name of ofWindow) {
          const input = make('input')
          Object.assign(input, { type: 'hidden', name, id: name, value: 'clobbered' })
          around.append(input)
        }
        // Inputs hide properties of their form, and a form can replace the body.
        for (const name of ['submit', 'action', 'append', 'elements', 'parentNode', 'ownerDocument', 'attributes']) {
          const input = make('input')
          Object.assign(input, { type: 'hidden', name })
          Element.prototype.append.call(around, input)
        }
        document.querySelector('#widget')?.before(around)
        const isTaken = (home: object, name: string): boolean => {
          const found: unknown = Reflect.get(home, name)
          return found instanceof Element || found instanceof HTMLCollection
        }
        return [
          ...['body', ...ofDocument].filter((name) => !isTaken(document, name)),
          ...['config', ...ofWindow].filter((name) => !isTaken(globalThis, name)),
        ]
      },
      [documentNames, windowNames] as const,
    )
    // Otherwise the test proves nothing.
    expect(left).toEqual([])
    expect(await page.evaluate(() => app.client.oauth.googleOneTap.create().then(({ success }) => success))).toBe(true)

    // X-9 covers all other names, and React.
    await page.evaluate(() => {
      const image = document.createElement('img')
      image.setAttribute('name', 'createElement')
      Document.prototype.querySelector.call(document, '#widget')?.before(image)
    })
    await page.evaluate((options) => app.show({ config: options }), config)
    const email = newEmail()
    // With a shadow root the field is outside of it, in a slot.
    await page.locator('#widget').getByRole('textbox', { name: 'Email', exact: true }).fill(email)
    await button(page).click()
    await screen(page, 'otp_authenticate')
    await codeField(page).fill(await codeFor(setup, email))
    await screen(page, 'otp_confirmation')
    expect([await signedInAs(page), new URL(page.url()).pathname.includes('stolen')]).toEqual([email, false])
    // The session is in the storage, not only in the memory of this page.
    await page.reload()
    await expect.poll(() => signedInAs(page)).toBe(email)
  })
})

describe('a landing', () => {
  it('leaves no token in the URL, the history, the title, the referrer or the telemetry (X-7)', async () => {
    const context = await setup.newContext()
    const here = setup.site.page()
    const emailMagicLinksOptions = { loginRedirectURL: here, signupRedirectURL: here }
    const { page } = await setup.show({ config: { products: ['emailMagicLinks'], emailMagicLinksOptions } }, context)
    const email = newEmail()
    await emailField(page).fill(email)
    await button(page).click()
    await screen(page, 'email_confirmation')
    const link = await linkFor(setup, email)
    const landing = (await fetch(link, { redirect: 'manual' })).headers
    expect(landing.get('referrer-policy')).toBe('no-referrer')
    const token = new URL(landing.get('location') ?? '').searchParams.get('token') ?? 'none'
    const leaks: string[] = []
    const opened = await context.newPage()
    opened.on('request', (request) => {
      // The first script of the page is requested before the client can run; all other requests come later.
      const isHome = new URL(request.url()).origin === setup.site.url
      const isSpent = request.url().endsWith('/magic_links/authenticate')
      const told = [request.url(), isHome ? '' : request.headers().referer, isSpent ? '' : request.postData()].join(' ')
      if (!request.isNavigationRequest() && told.includes(token)) leaks.push(told)
    })
    await opened.goto(landing.get('location') ?? '')
    await expect.poll(() => signedInAs(opened)).toBe(email)
    const left = await opened.evaluate(() => ({
      ...{ address: location.href, title: document.title, state: JSON.stringify(history.state) },
      storage: JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
      entries: performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .join(' '),
    }))
    expect(Object.entries(left).filter(([, value]) => value.includes(token))).toEqual([])
    // Back and forward do not restore it.
    await opened.goto('about:blank')
    await opened.goBack()
    expect(opened.url()).not.toContain(token)
    expect(leaks).toEqual([])
  })
})
