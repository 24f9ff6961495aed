import type { Browser, BrowserContext } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../browser.ts'
import { sharedDevelopment } from '../provider.ts'
import { createSsoOrganization } from '../sso-organization.ts'

/** The title of the page that continues to an identity provider, in each language of the kit. */
const titles = {
  en: 'Signing you in',
  ar: 'جارٍ تسجيل دخولك',
  de: 'Du wirst angemeldet',
  es: 'Iniciando sesión',
  fr: 'Connexion en cours',
  he: 'מתבצעת התחברות',
  hi: 'आपको साइन इन किया जा रहा है',
  it: 'Accesso in corso',
  ja: 'サインインしています',
  ko: '로그인하는 중입니다',
  nl: 'Je wordt ingelogd',
  pl: 'Trwa logowanie',
  'pt-BR': 'Fazendo login',
  tr: 'Oturumunuz açılıyor',
  'zh-CN': '正在登录',
} as const

let start: string
let browser: Browser
let context: BrowserContext

beforeAll(async () => {
  const [{ url }, shared] = await Promise.all([sharedDevelopment(), sharedBrowser()])
  browser = shared
  const { okta, admin } = await createSsoOrganization(url, 'wonka', { isConnected: true })
  // An identity provider that takes requests as forms only.
  const metadata = await (await fetch(`${url}/dev/enterprise/saml/okta/metadata`)).text()
  const metadata_xml = metadata.replace(/<md:SingleSignOnService Binding="[^"]*HTTP-Redirect"[^>]*>/, '')
  await admin('PUT', `/sso/saml/${okta}`, { metadata_xml })
  const query = new URLSearchParams({
    ...{ public_token: 'public-token-test-22222222-2222-4222-8222-222222222222', connection_id: okta },
    // RFC 7636, appendix B.
    pkce_code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  })
  start = `${url}/v1/public/sso/start?${query}`
})
afterEach(() => context.close())

describe('the page that continues to an identity provider', () => {
  it('posts its form at once, within its content security policy', async () => {
    context = await browser.newContext()
    const { page, complaints } = await openPage(context, start)
    await page.getByRole('heading', { name: 'Sign in with Okta' }).waitFor()
    expect([new URL(page.url()).pathname, complaints]).toEqual(['/dev/enterprise/saml/okta/sso', []])
  })

  it.each(Object.entries(titles))('has a button without scripts, in %s', async (locale, title) => {
    context = await browser.newContext({ locale, javaScriptEnabled: false, viewport: { width: 320, height: 800 } })
    const page = await context.newPage()
    await page.goto(start)
    expect(await page.getByRole('heading').innerText()).toBe(title)
    const { width } = (await page.locator('main').boundingBox()) ?? { width: Number.NaN }
    expect(width).toBeLessThanOrEqual(320)
    await page.getByRole('button').click()
    await page.getByRole('heading', { name: 'Sign in with Okta' }).waitFor()
  })
})
