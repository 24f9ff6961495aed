import { describe, expect } from 'vitest'
import { ada, halfHour, onBothEngines, outcomes, rejection, sentTo } from './contract.suite.ts'

const password = 'a kettle of seven herrings'
const other = 'nine umbrellas in the attic'

onBothEngines('passwords', (open, _engine, it) => {
  it.inTurn(
    'signs up and in with a password, with the fields of the wire [C-CALL-56] [C-CALL-57] [C-SES-01]',
    async () => {
      const kit = await open()
      const { client } = kit
      const created = await client.passwords.create({ email: ada, password, ...halfHour })
      expect(created).toMatchObject({
        user: { emails: [{ email: ada }] },
        email_id: created.user.emails[0]?.email_id,
        session: { authentication_factors: [{ type: 'password', delivery_method: 'knowledge' }] },
      })
      expect(client.session.getSync()?.session_id).toBe(created.session.session_id)
      await client.session.revoke()
      const again = await client.passwords.authenticate({ email: ada, password, ...halfHour })
      expect(again.user_id).toBe(created.user_id)
      expect([...sentTo(kit, '/passwords'), ...sentTo(kit, '/passwords/authenticate')].map(({ body }) => body)).toEqual(
        Array(2).fill({ email: ada, password, ...halfHour }),
      )
    },
  )

  it.inTurn('rejects a wrong password without a session', async () => {
    const { client } = await open()
    await client.passwords.create({ email: ada, password, ...halfHour })
    await client.session.revoke()
    expect(
      await outcomes(
        () => client.passwords.authenticate({ email: ada, password: other, ...halfHour }),
        () => client.passwords.create({ email: ada, password, ...halfHour }),
        () => client.passwords.create({ email: 'b@example.com', password: 'password', ...halfHour }),
      ),
    ).toEqual(['unauthorized_credentials', 'duplicate_email', 'breached_password'])
    expect(client.session.getSync()).toBeNull()
  })

  it.inTurn('lets the provider alone check the strength of a password [C-CALL-63] [C-VAL-35]', async () => {
    const { client } = await open()
    const verdicts = await Promise.all(
      ['a', other].map((word) => client.passwords.strengthCheck({ email: ada, password: word })),
    )
    expect(verdicts.map(({ valid_password, strength_policy }) => [valid_password, strength_policy])).toEqual([
      [false, 'zxcvbn'],
      [true, 'zxcvbn'],
    ])
  })

  it.inTurn('replaces a password with the current one, and with a session [C-CALL-61] [C-CALL-62]', async () => {
    const { client } = await open()
    await client.passwords.create({ email: ada, password, ...halfHour })
    await client.passwords.resetByExistingPassword({
      ...{ email: ada, existing_password: password, new_password: other },
      ...halfHour,
    })
    await client.passwords.authenticate({ email: ada, password: other, ...halfHour })
    await client.passwords.resetBySession({ password })
    await client.session.revoke()
    expect(
      await outcomes(
        () => client.passwords.authenticate({ email: ada, password: other, ...halfHour }),
        () => client.passwords.authenticate({ email: ada, password, ...halfHour }),
      ),
    ).toEqual(['unauthorized_credentials', 'ok'])
  })

  describe('a reset by email', () => {
    const redirects = {
      login_redirect_url: 'https://app.example.com/',
      reset_password_redirect_url: 'https://app.example.com/',
    }

    it.inTurn(
      'sets a new password with the first link, on the device that requested it [C-CALL-58] [C-CALL-60] [C-PKCE-05] [C-PKCE-11]',
      async () => {
        const kit = await open()
        const { client } = kit
        await client.passwords.create({ email: ada, password, ...halfHour })
        await client.session.revoke()
        await client.passwords.resetByEmailStart({ email: ada, ...redirects })
        const [link = ''] = kit.inbox.messages(ada)[0]?.links ?? []
        const { searchParams } = new URL(await kit.follow(link))
        expect(searchParams.get('latchkey_token_type')).toBe('reset_password')
        const token = searchParams.get('token') ?? ''
        const otherBrowser = kit.openBrowser().client
        expect(
          await rejection(otherBrowser.passwords.resetByEmail({ token, password: other, ...halfHour })),
        ).toMatchObject({
          error_type: 'pkce_mismatch',
        })
        await client.passwords.resetByEmail({ token, password: other, ...halfHour })
        expect(client.user.getSync()?.emails[0]?.email).toBe(ada)
        expect(
          (await client.passwords.authenticate({ email: ada, password: other, ...halfHour })).user.emails,
        ).toHaveLength(1)
      },
    )

    it.inTurn('signs in with the second link and the pair of the reset [C-PKCE-13] [C-CALL-59]', async () => {
      const kit = await open()
      const { client, tab } = kit
      await client.passwords.create({ email: ada, password, ...halfHour })
      await client.session.revoke()
      await client.passwords.resetByEmailStart({ email: ada, ...redirects, login_expiration_minutes: 60 })
      const [, link = ''] = kit.inbox.messages(ada)[0]?.links ?? []
      tab.navigate(await kit.follow(link))
      expect(await client.authenticateByUrl(halfHour)).toMatchObject({ tokenType: 'login' })
      expect(client.session.getSync()).not.toBeNull()
    })
  })
})
