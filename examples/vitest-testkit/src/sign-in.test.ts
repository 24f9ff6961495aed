import { describe, expect, it } from 'vitest'
import { startApplication } from './start-application.ts'

const session_duration_minutes = 30

describe('the application', () => {
  it('rejects users who are signed out', async () => {
    const { call } = await startApplication()
    expect((await call('GET')).status).toBe(401)
  })

  it('keeps notes of users who sign in with a passcode', async () => {
    const { kit, call } = await startApplication()
    const { method_id } = await kit.client.otps.email.loginOrCreate('ada@example.com')
    await kit.client.otps.authenticate(kit.inbox.lastCode('ada@example.com'), method_id, { session_duration_minutes })
    expect(await call('POST', 'Buy milk')).toEqual({ status: 201, notes: ['Buy milk'] })
    expect(await call('GET')).toEqual({ status: 200, notes: ['Buy milk'] })
  })

  it('accepts users who sign in with a link', async () => {
    const { kit, call } = await startApplication()
    await kit.client.magicLinks.email.loginOrCreate('ada@example.com')
    kit.tab.navigate(await kit.follow(kit.inbox.lastLink('ada@example.com')))
    await kit.client.authenticateByUrl({ session_duration_minutes })
    expect((await call('GET')).status).toBe(200)
  })

  it('accepts users who sign in with Google', async () => {
    const { kit, call } = await startApplication()
    await kit.client.oauth.google.start()
    kit.tab.navigate(await kit.identityProviders.follow(kit.tab.href(), { email: 'grace@example.com', name: 'Grace' }))
    await kit.client.authenticateByUrl({ session_duration_minutes })
    expect(kit.client.user.getSync()?.emails[0]?.email).toBe('grace@example.com')
    expect((await call('GET')).status).toBe(200)
  })

  it('rejects a wrong passcode', async () => {
    const { kit, call } = await startApplication()
    const { method_id } = await kit.client.otps.email.loginOrCreate('ada@example.com')
    const wrong = kit.inbox.lastCode('ada@example.com') === '000000' ? '111111' : '000000'
    await expect(kit.client.otps.authenticate(wrong, method_id, { session_duration_minutes })).rejects.toMatchObject({
      error_type: 'otp_code_not_found',
    })
    expect((await call('GET')).status).toBe(401)
  })
})
