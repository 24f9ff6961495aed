import { de } from '@latchkey/widgets/locales/de'
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type InboxMessage, newestMessage } from '../../provider.ts'
import { describeInFullRun, itInFullRun } from '../matrix.ts'
import { newEmail, newPhone, root, screen } from '../widget-page.ts'
import { prepareWidgets } from '../widget-setup.ts'

const setup = prepareWidgets()

/** A browser with German as its language. */
const germanBrowser = (): Promise<BrowserContext> => setup.newContext({ locale: 'de-DE', timezoneId: 'Europe/Berlin' })

const newest = (to: string): Promise<InboxMessage> => newestMessage(setup.provider.url, to)

/** All visible and announced text of the widget. */
const visibleText = (page: Page): Promise<string> => root(page).innerText()

const english = /\b(the|your|you|sign|log in|continue|code sent|resend|expires|success|email was)\b/i

/** The rendered mail. */
async function readMail(page: Page, { id }: InboxMessage): Promise<{ lang: string | null; words: string }> {
  const mail = await page.context().newPage()
  await mail.goto(`${setup.provider.url}/dev/inbox/${id}/html`)
  const drawn = { lang: await mail.locator('html').getAttribute('lang'), words: await mail.locator('body').innerText() }
  await mail.close()
  return drawn
}

describe('a German browser', () => {
  it('reads widget and mail in German when signing in by an email code', async () => {
    const config = { products: ['otp'], otpOptions: { methods: ['email'] } } as const
    const { page } = await setup.show({ config, strings: de }, await germanBrowser())
    expect(await visibleText(page)).not.toMatch(english)
    const email = newEmail()
    await page.getByRole('textbox', { name: de['email.label'] }).fill(email)
    await page.getByRole('button', { name: de['main.continue'], exact: true }).click()
    await screen(page, 'otp_authenticate')
    await page.getByRole('heading', { name: de['otp.title'] }).waitFor()
    expect(await visibleText(page)).not.toMatch(english)

    const mail = await newest(email)
    const [code = ''] = mail.codes
    expect(mail.subject).toMatch(/^\d{6} ist dein Code für /)
    expect(mail.text).toContain('Der Code ist 5 Minuten gültig.')
    expect(mail.text).toMatch(/Zeit: \d+\.\d+\.\d{4}, \d+:\d\d \(UTC\+[12]\)\nGerät: Chrome auf Linux\n/)
    expect(mail.text).not.toMatch(english)
    const { lang, words } = await readMail(page, mail)
    expect([lang, words.includes(code), english.test(words)]).toEqual(['de', true, false])

    await page.getByRole('textbox').fill(code)
    await screen(page, 'otp_confirmation')
    expect(await visibleText(page)).not.toMatch(english)
  })

  itInFullRun('reads widget and text message in German when signing in by SMS', async () => {
    const config = { products: ['otp'], otpOptions: { methods: ['sms'] } } as const
    const { page } = await setup.show({ config, strings: de }, await germanBrowser())
    expect(await visibleText(page)).not.toMatch(english)
    const phone = newPhone()
    await page.getByRole('textbox', { name: de['phone.label'] }).fill(phone)
    await page.getByRole('button', { name: de['main.continue'], exact: true }).click()
    await screen(page, 'otp_authenticate')
    expect(await visibleText(page)).not.toMatch(english)

    const { text, codes } = await newest(phone)
    const [code = ''] = codes
    const [sentence, ...rest] = text.split('\n\n')
    expect(sentence).toMatch(/^\d{6} ist dein Code für .+\. Er ist 5 Minuten gültig\. Gib ihn nicht weiter\.$/)
    expect(rest).toEqual([`@${new URL(page.url()).hostname} #${code}`])

    await page.getByRole('textbox').fill(code)
    await screen(page, 'otp_confirmation')
    expect(await visibleText(page)).not.toMatch(english)
  })

  itInFullRun('reads a magic link in German', async () => {
    const context = await germanBrowser()
    const links = await setup.show({ config: { products: ['emailMagicLinks'] }, strings: de }, context)
    const email = newEmail()
    await links.page.getByRole('textbox').fill(email)
    await links.page.getByRole('button', { name: de['main.continue'], exact: true }).click()
    await screen(links.page, 'email_confirmation')
    const mail = await newest(email)
    expect(mail.subject).toMatch(/^Registrierung bei .+ abschließen$/)
    const { words } = await readMail(links.page, mail)
    expect([words.includes('Der Link ist '), english.test(words)]).toEqual([true, false])
  })
})

describeInFullRun('a German widget in an English browser', () => {
  it('sends its own language: the code arrives in German', async () => {
    const config = { products: ['otp'], otpOptions: { methods: ['email'] } } as const
    const { page } = await setup.show({ config, strings: de }, await setup.newContext({ locale: 'en-US' }))
    const email = newEmail()
    await page.getByRole('textbox', { name: de['email.label'] }).fill(email)
    await page.getByRole('button', { name: de['main.continue'], exact: true }).click()
    await screen(page, 'otp_authenticate')
    expect((await newest(email)).subject).toMatch(/^\d{6} ist dein Code für /)
  })
})
