import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, openPage, sharedBrowser } from '../browser.ts'
import { sharedDevelopment } from '../provider.ts'
import { chooseAtFake, createSsoOrganization, type SsoOrganization } from '../sso-organization.ts'

/** The faults as the page of a fake calls them, and the code that the application gets. */
const codes = {
  'Expired certificate': 'certificate_expired',
  'Unknown key': 'signature_key_unknown',
  'Not signed': 'unsigned',
  'Forbidden algorithm': 'signature_algorithm',
  'Wrapped signature': 'assertion_misplaced',
  'Wrong audience': 'audience',
  'Wrong recipient': 'recipient',
  'Wrong destination': 'destination',
  'Wrong issuer': 'issuer',
  'Another request': 'in_response_to',
  'Clock ahead': 'not_yet_valid',
  'Clock behind': 'expired',
  'User not assigned': 'status',
  'Email missing': 'attribute_missing',
} as const
/** OpenID Connect has no counterpart. */
const onlySaml: readonly string[] = ['certificate_expired', 'assertion_misplaced', 'recipient', 'destination']

const faults = Object.entries(codes)
const protocols = { saml: faults, oidc: faults.filter(([, code]) => !onlySaml.includes(code)) }
const cases = Object.entries(protocols).flatMap(([protocol, list]) =>
  list.map(([fault, code]) => [protocol, fault, code] as const),
)

/** What the documentation says about each code. */
const documented = new Map(
  [
    ...readFileSync(new URL('../../docs/business/sso.md', import.meta.url), 'utf8').matchAll(
      /^\| `(\w+)`(?: \(OIDC\))? \| ([^|]+) \| [^|]+ \|$/gm,
    ),
  ].map(([, code = '', sentence = '']) => [code, sentence.replaceAll('`', '')]),
)

let url: string
let context: BrowserContext
let organization: SsoOrganization

beforeAll(async () => {
  const [provider, browser] = await Promise.all([sharedDevelopment(), sharedBrowser()])
  ;({ url } = provider)
  context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  organization = await createSsoOrganization(url, 'cyberdyne', { isConnected: true })
  const { okta, admin } = organization
  await admin('PUT', `/sso/saml/${okta}`, { expired_certificate: 'refuse' })
})
afterAll(() => context?.close())

const connectionOf = (protocol: string): string => (protocol === 'saml' ? organization.okta : organization.entra)
const choose = (page: Page, fault: string): Promise<void> =>
  chooseAtFake(page, { email: `ada@${organization.slug}.test`, fault })

describe('the 14 faults of an identity provider', () => {
  it('have 14 different codes and sentences', () => {
    const sentences = faults.map(([, code]) => documented.get(code))
    expect([new Set(faults.map(([, code]) => code)).size, new Set(sentences).size]).toEqual([14, 14])
    expect(sentences).not.toContain(undefined)
  })

  it('are those of the page', async () => {
    const { page } = await openPage(
      context,
      `${url}/dev/enterprise/tile/okta?acs=${url}/v1/sso/callback/${organization.okta}`,
    )
    const options = page.getByRole('group', { name: 'Fault' }).locator('.title')
    expect((await options.allInnerTexts()).slice(1)).toEqual(Object.keys(codes))
    await page.close()
  })

  it.each(cases)(
    'by %s: %s fails a sign-in with the code %s, and starts no session [B-SSO-21]',
    async (protocol, fault, code) => {
      const { page, complaints } = await openPage(context, `${url}/business`)
      const panel = page.getByRole('region', { name: 'Your application' })
      await panel.getByRole('textbox', { name: 'Slug or email address' }).fill(organization.slug)
      await panel.getByRole('button', { name: 'Sign in with SSO' }).click()
      const name = protocol === 'saml' ? 'Okta' : 'Microsoft Entra ID'
      await panel.getByRole('button', { name: `Continue with ${name}` }).click()
      await choose(page, fault)
      const alert = panel.getByRole('alert')
      await alert.waitFor()
      expect(await alert.getByRole('link').innerText()).toBe(code)
      expect(new URL(page.url()).search).toBe('')
      const { attempts } = await organization.admin('GET', `/sso/${connectionOf(protocol)}/attempts`)
      expect(attempts).toMatchObject([
        { kind: 'sign_in', result: 'rejected', code },
        ...Array((attempts as []).length - 1).fill({}),
      ])
      expect((await context.cookies()).filter(({ name }) => name.includes('business_session'))).toEqual([])
      expect(complaints).toEqual([])
      await page.close()
    },
  )

  it.each(cases)(
    'by %s: %s fails a test with the sentence of %s in the documentation [B-SSO-21] [B-SSO-22]',
    async (protocol, fault, code) => {
      const { test_url } = await organization.admin('POST', `/sso/${connectionOf(protocol)}/tests`)
      const { page, complaints } = await openPage(context, String(test_url))
      await choose(page, fault)
      await page.getByRole('heading', { name: 'The test of the connection failed' }).waitFor()
      await page.getByText(`${code}: ${documented.get(code)}`, { exact: true }).waitFor()
      const failed = await page
        .locator('tr[data-marked]')
        .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText)))
      // Each failed check says what to change.
      expect(failed.length).toBeGreaterThan(0)
      for (const [check, expected, , advice] of failed) {
        expect(check).toMatch(/^✗ \w+$/)
        expect([expected, advice]).not.toContain('')
      }
      expect([await axeViolations(page), complaints]).toEqual([[], []])
      await page.close()
    },
  )
})
