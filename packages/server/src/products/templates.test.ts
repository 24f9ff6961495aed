import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TemplateRecord } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'
import { casesOn } from '../storage/testing/engine-cases.ts'
import { createHarness, engines, type Harness, openTestStorage } from '../testing/harness.ts'

const phone = '+12025550123'

describe.each(engines)('templates on %s', (engine) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  async function keep(harness: Harness, template: Pick<TemplateRecord, 'id' | 'kind' | 'words'>): Promise<void> {
    const now = harness.clock.now()
    await storage.templates.set({ ...template, projectId: harness.project.id, createdAt: now, updatedAt: now })
  }

  /** Every call that accepts a template, with the name of the field. */
  const calls = [
    ['/magic_links/email/login_or_create', 'signup_template_id', 'magic_link'],
    ['/magic_links/email/login_or_create', 'login_template_id', 'magic_link'],
    ['/magic_links/email/send/primary', 'login_template_id', 'magic_link'],
    ['/otps/email/login_or_create', 'signup_template_id', 'passcode'],
    ['/otps/email/login_or_create', 'login_template_id', 'passcode'],
    ['/otps/email/send/primary', 'login_template_id', 'passcode'],
    ['/otps/sms/login_or_create', 'signup_template_id', 'passcode_text'],
    ['/otps/whatsapp/login_or_create', 'login_template_id', 'passcode_text'],
    ['/passwords/email/reset/start', 'reset_password_template_id', 'password_reset'],
  ] as const

  it.each(casesOn(engine, calls))('rejects in %s an unknown %s, and one of another kind', async (path, name, kind) => {
    const harness = await createHarness(storage)
    await harness.signIn('ada@example.com')
    await keep(harness, { id: 'other', kind: kind === 'passcode' ? 'magic_link' : 'passcode', words: {} })
    const other = await harness.newProject()
    const now = harness.clock.now()
    await storage.templates.set({ projectId: other.id, id: 'foreign', kind, words: {}, createdAt: now, updatedAt: now })
    await harness.provider.outbox.drain()
    const sent = harness.sent.length
    for (const id of ['unknown', 'other', 'foreign', '', '__proto__'])
      for (const email of ['ada@example.com', 'unknown@example.com'])
        expect((await harness.call('POST', path, { email, phone_number: phone, [name]: id })).outcome).toBe(
          'template_not_found',
        )
    await harness.provider.outbox.drain()
    expect(harness.sent).toHaveLength(sent)
  })

  it('changes the email for its recipient, in the requested language', async () => {
    const harness = await createHarness(storage)
    await harness.signIn('ada@example.com')
    const words = {
      en: { subject: 'Hello from {{project}}', body: 'Within {{duration}} <b>please</b>.', button: 'Go' },
      'pt-br': { subject: 'Oi' },
    }
    await keep(harness, { id: 'warm', kind: 'magic_link', words })
    const mail = async (email: string, options: object) => {
      await harness.call('POST', '/magic_links/email/login_or_create', { email, ...options })
      return harness.lastMessage(email)
    }
    const login = await mail('ada@example.com', { login_template_id: 'warm' })
    expect([login.subject, login.text.includes('Within 30 minutes <b>please</b>.')]).toEqual([
      `Hello from ${harness.project.name}`,
      true,
    ])
    expect([
      login.html.includes('&lt;b&gt;please'),
      login.html.includes('<b>please'),
      login.html.includes('>Go<'),
    ]).toEqual([true, false, true])
    expect((await mail('new@example.com', { login_template_id: 'warm' })).subject).toBe(
      `Finish signing up for ${harness.project.name}`,
    )
    expect((await mail('ada@example.com', { login_template_id: 'warm', locale: 'pt-BR' })).subject).toBe('Oi')
    const german = await mail('ada@example.com', { login_template_id: 'warm', locale: 'de' })
    // The template has no German, so the whole message is in English.
    expect([german.subject, german.text]).toEqual([
      expect.stringMatching(/^Hello from/),
      expect.stringContaining('The link expires in 30 minutes.'),
    ])
  })

  it('changes passcodes by email and by text message, and keeps the line that browsers read', async () => {
    const harness = await createHarness(storage)
    await keep(harness, { id: 'mail', kind: 'passcode', words: { en: { subject: '{{code}} it is', footer: 'Bye' } } })
    await keep(harness, { id: 'text', kind: 'passcode_text', words: { en: { text: '{{project}}: {{code}}' } } })
    const email = 'ada@example.com'
    await harness.call('POST', '/otps/email/login_or_create', { email, signup_template_id: 'mail' })
    const mail = await harness.lastMessage(email)
    expect([mail.subject, mail.text.endsWith('Bye\n')]).toEqual([`${mail.codes[0]} it is`, true])
    await harness.call('POST', '/otps/sms/login_or_create', { phone_number: phone, signup_template_id: 'text' })
    const { text, codes } = await harness.lastMessage(phone)
    expect(text).toBe(`${harness.project.name}: ${codes[0]}\n\n@app.example.com #${codes[0]}`)
  })

  it('changes the email of a password reset', async () => {
    const harness = await createHarness(storage)
    await harness.signIn('ada@example.com')
    await keep(harness, { id: 'reset', kind: 'password_reset', words: { en: { heading: 'A new one' } } })
    const body = { email: 'ada@example.com', reset_password_template_id: 'reset' }
    await harness.call('POST', '/passwords/email/reset/start', body)
    expect((await harness.lastMessage('ada@example.com')).text.startsWith('A new one\n\n')).toBe(true)
  })

  it("uses the project's default templates, and sends the message if a default template was deleted", async () => {
    const settings = { defaultTemplates: { passcode: 'usual', magic_link: 'deleted' } }
    const harness = await createHarness(storage, { settings })
    await keep(harness, { id: 'usual', kind: 'passcode', words: { en: { subject: 'As usual' } } })
    const email = 'ada@example.com'
    await harness.call('POST', '/otps/email/login_or_create', { email })
    expect((await harness.lastMessage(email)).subject).toBe('As usual')
    expect((await harness.call('POST', '/magic_links/email/login_or_create', { email })).outcome).toBe('200')
    expect((await harness.lastMessage(email)).subject).toBe(`Finish signing up for ${harness.project.name}`)
  })
})
