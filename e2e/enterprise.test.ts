import { deflateRawSync } from 'node:zlib'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openPage, sharedBrowser } from './browser.ts'
import { checkLayout } from './page-layout.ts'
import { sharedDevelopment } from './provider.ts'

let url: string
let browser: Browser
let context: BrowserContext

beforeAll(async () => {
  ;[{ url }, browser] = await Promise.all([sharedDevelopment(), sharedBrowser()])
})
afterEach(() => context.close())

const callback = (): string => `${url}/v1/sso/callback/connection-1`

/** The redirect of a connection with SAML. */
function samlRequest(idp: string): string {
  const destination = `${url}/dev/enterprise/saml/${idp}/sso`
  const xml = [
    '<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_request" Version="2.0"',
    ` Destination="${destination}" AssertionConsumerServiceURL="${callback()}">`,
    '<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">',
    `${url}/v1/sso/metadata/connection-1</saml:Issuer></samlp:AuthnRequest>`,
  ].join('')
  return `${destination}?${new URLSearchParams({ SAMLRequest: deflateRawSync(xml).toString('base64'), RelayState: 'r' })}`
}

/** The redirect of a connection with OpenID Connect. */
function authorizationUrl(): string {
  const query = new URLSearchParams({
    ...{ client_id: 'latchkey-enterprise-entra', redirect_uri: callback(), response_type: 'code' },
    ...{ scope: 'openid email profile', state: 's', nonce: 'n', code_challenge_method: 'S256' },
    // RFC 7636, appendix B.
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  })
  return `${url}/dev/enterprise/oidc/entra/authorize?${query}`
}

/** Opens a page. Responses to the application are recorded, because no connection exists. */
async function open(
  address: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[]; received: URLSearchParams[] }> {
  context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  const received: URLSearchParams[] = []
  await context.route('**/v1/sso/callback/**', (route) => {
    const request = route.request()
    received.push(new URLSearchParams(request.postData() ?? ''))
    return route.fulfill({ contentType: 'text/html', body: '<title>Application</title>' })
  })
  return { ...(await openPage(context, address)), received }
}

const xmlOf = (fields: URLSearchParams | undefined): string =>
  Buffer.from(fields?.get('SAMLResponse') ?? '', 'base64').toString()

describe('the pages of enterprise identity providers', () => {
  it('have no axe and CSP violations, and do not scroll sideways', async () => {
    for (const address of [samlRequest('okta'), authorizationUrl(), `${url}/dev/enterprise`]) {
      const { page, complaints } = await open(address)
      await checkLayout(page)
      expect(complaints).toEqual([])
      await context.close()
    }
  })

  it('post a person with groups, a second factor and a fault to the application', async () => {
    const { page, complaints, received } = await open(samlRequest('okta'))
    await page.getByRole('radio', { name: 'Grace Hopper' }).check()
    await page.getByRole('radio', { name: 'These groups' }).check()
    await page.getByRole('textbox', { name: 'Names of groups' }).fill('Sales, R&D')
    await page.getByRole('checkbox', { name: 'A second factor was used' }).check()
    await page.getByRole('radio', { name: 'Wrong audience' }).check()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(callback())
    const xml = xmlOf(received[0])
    expect([received.length, received[0]?.get('RelayState'), complaints]).toEqual([1, 'r', []])
    for (const text of [
      'grace@acme.test',
      '>Sales<',
      '>R&amp;D<',
      'https://refeds.org/profile/mfa',
      'other.example.com',
    ])
      expect(xml).toContain(text)
  })

  it('redirect with a code for another person, with the keyboard only', async () => {
    const { page } = await open(authorizationUrl())
    await page.getByRole('textbox', { name: 'Email' }).fill('zed@acme.test')
    await page.keyboard.press('Enter')
    await page.waitForURL((address) => address.href.startsWith(callback()))
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ code: expect.any(String), state: 's' })
  })

  it('work without a script', async () => {
    context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    const posted = page.waitForRequest((request) => request.url() === callback())
    await page.goto(samlRequest('generic'))
    await page.getByText('Charles Babbage').click()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(xmlOf(new URLSearchParams((await posted).postData() ?? ''))).toContain('charles@acme.test')
  })

  it('switch certificates, and open the application tile, after which a request needs no page', async () => {
    const { page, complaints, received } = await open(`${url}/dev/enterprise`)
    const certificates = page.getByRole('combobox', { name: 'Certificates of Generic identity provider' })
    await certificates.selectOption('Two certificates, signs with the old one')
    await page.getByRole('region', { name: 'Generic' }).getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(`${url}/dev/enterprise#generic`)
    expect(await certificates.inputValue()).toBe('announced')

    await page.getByRole('textbox', { name: 'Application tile of Generic' }).fill(callback())
    await page.getByRole('region', { name: 'Generic' }).getByRole('button', { name: 'Open' }).click()
    await page.getByRole('radio', { name: 'Mary Jackson' }).check()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(callback())
    await page.goto(samlRequest('generic'))
    await page.waitForURL(callback())
    expect(
      received.map((fields) => [xmlOf(fields).includes('InResponseTo'), xmlOf(fields).includes('mary@example.org')]),
    ).toEqual([
      [false, true],
      [true, true],
    ])
    expect(complaints).toEqual([])
  })
})
