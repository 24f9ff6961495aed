import { createAuthenticator, type SoftwareAuthenticator } from '@latchkey/testkit/authenticator'
import { expect } from 'vitest'
import type { Page } from '../index.ts'
import { ada, halfHour, onBothEngines, rejection, sentTo, signInByCode } from './contract.suite.ts'

/** Installs an authenticator in the browser of a tab. */
function installAuthenticator({ tab }: Page, device: SoftwareAuthenticator): void {
  const run =
    (act: (options: string) => string) =>
    async (options: object): Promise<never> => {
      const { publicKey } = options as { publicKey: object }
      const made = JSON.parse(act(JSON.stringify(publicKey)))
      return { ...made, toJSON: () => made } as never
    }
  tab.install({
    PublicKeyCredential: {
      parseCreationOptionsFromJSON: (options) => options,
      parseRequestOptionsFromJSON: (options) => options,
    },
    navigator: {
      ...tab.platform.navigator,
      userAgent: 'Tests/1.0',
      credentials: { create: run((text) => device.create(text)), get: run((text) => device.get(text)) },
    },
  })
}

onBothEngines('passkeys', (open, _engine, it) => {
  it.inTurn(
    'registers a passkey and signs in with it [C-CALL-48] [C-CALL-49] [C-CALL-50] [C-CALL-51] [C-CALL-53] [C-CALL-54]',
    async () => {
      const kit = await open()
      const { client } = kit
      const device = createAuthenticator('https://app.example.com')
      installAuthenticator(kit, device)
      await signInByCode(kit)
      const { webauthn_registration_id } = await client.webauthn.register({ is_passkey: true })
      expect(client.user.getSync()?.webauthn_registrations).toMatchObject([
        { webauthn_registration_id, domain: 'app.example.com', user_agent: 'Tests/1.0', verified: true },
      ])
      await client.session.revoke()
      const entered = await client.webauthn.authenticate({ is_passkey: true, ...halfHour })
      expect(entered.webauthn_registration_id).toBe(webauthn_registration_id)
      expect(client.user.getSync()?.emails[0]?.email).toBe(ada)
      expect(sentTo(kit, '/webauthn/authenticate/start/primary').map(({ body }) => body)).toEqual([
        { domain: 'app.example.com', return_passkey_credential_options: true },
      ])
    },
  )

  it.inTurn('verifies a passkey as a second factor of a signed-in user [C-CALL-52]', async () => {
    const kit = await open()
    installAuthenticator(kit, createAuthenticator('https://app.example.com'))
    await signInByCode(kit)
    await kit.client.webauthn.register({ is_passkey: true })
    await kit.client.webauthn.authenticate(halfHour)
    expect(sentTo(kit, '/webauthn/authenticate/start/secondary')).toHaveLength(1)
    expect(kit.client.session.getSync()?.authentication_factors.map(({ type }) => type)).toContain('webauthn')
  })

  it.inTurn('renames and removes a passkey, and updates the stored user [C-CALL-55] [C-CALL-15]', async () => {
    const kit = await open()
    const { client } = kit
    installAuthenticator(kit, createAuthenticator('https://app.example.com'))
    await signInByCode(kit)
    const { webauthn_registration_id } = await client.webauthn.register({ is_passkey: true })
    const renamed = await client.webauthn.update({ webauthn_registration_id, name: 'Laptop' })
    expect(renamed.webauthn_registration).toMatchObject({ webauthn_registration_id, name: 'Laptop' })
    await client.user.deleteWebauthnRegistration(webauthn_registration_id)
    expect(client.user.getSync()?.webauthn_registrations).toEqual([])
  })

  it.inTurn('rejects the registration of a passkey without a session [C-SES-31]', async () => {
    const kit = await open()
    installAuthenticator(kit, createAuthenticator('https://app.example.com'))
    expect(await rejection(kit.client.webauthn.register())).toMatchObject({ error_type: 'user_unauthenticated' })
  })
})
