import { describe, expect, it } from 'vitest'
import type { Endpoint } from '../core/endpoint.ts'
import { endpoints } from './endpoints.ts'

const table: Record<string, Endpoint> = endpoints
const rows = Object.values(table).map(({ method, path }) => `${method} ${path}`)

describe('endpoints', () => {
  it('lists the endpoints of the specification and the documented additions', () => {
    expect([...rows].sort()).toEqual(
      [
        'GET /projects/bootstrap/{public_token}',
        'GET /users/me',
        'PUT /users/me',
        'DELETE /users/emails/{id}',
        'DELETE /users/phone_numbers/{id}',
        'DELETE /users/totps/{id}',
        'DELETE /users/crypto_wallets/{id}',
        'DELETE /users/oauth/{id}',
        'DELETE /users/webauthn_registrations/{id}',
        'DELETE /users/biometric_registrations/{id}',
        'GET /users/connected_apps',
        'POST /users/connected_apps/{id}/revoke',
        'POST /users/search',
        'POST /b2b/organizations/members/search',
        'POST /sessions/revoke',
        'POST /sessions/authenticate',
        'POST /sessions/exchange_access_token',
        'POST /sessions/attest',
        'POST /magic_links/email/login_or_create',
        'POST /magic_links/email/send/primary',
        'POST /magic_links/email/send/secondary',
        'POST /magic_links/authenticate',
        'POST /magic_links/inspect',
        'POST /otps/sms/login_or_create',
        'POST /otps/sms/send/primary',
        'POST /otps/sms/send/secondary',
        'POST /otps/whatsapp/login_or_create',
        'POST /otps/whatsapp/send/primary',
        'POST /otps/whatsapp/send/secondary',
        'POST /otps/email/login_or_create',
        'POST /otps/email/send/primary',
        'POST /otps/email/send/secondary',
        'POST /otps/authenticate',
        'POST /oauth/authenticate',
        'POST /crypto_wallets/authenticate/start/primary',
        'POST /crypto_wallets/authenticate/start/secondary',
        'POST /crypto_wallets/authenticate',
        'POST /totps',
        'POST /totps/authenticate',
        'POST /totps/recovery_codes',
        'POST /totps/recover',
        'POST /webauthn/register/start',
        'POST /webauthn/register',
        'POST /webauthn/authenticate/start/primary',
        'POST /webauthn/authenticate/start/secondary',
        'POST /webauthn/authenticate',
        'PUT /webauthn/update/{webauthn_registration_id}',
        'POST /passwords',
        'POST /passwords/authenticate',
        'POST /passwords/email/reset/start',
        'POST /passwords/email/reset',
        'POST /passwords/existing_password/reset',
        'POST /passwords/session/reset',
        'POST /passwords/strength_check',
        'POST /impersonation/authenticate',
        'POST /oauth/attach',
        'POST /oauth/authorize/start',
        'POST /oauth/authorize',
        'POST /oauth/logout/start',
        'POST /idp/oauth/authorize/start',
        'POST /idp/oauth/authorize/submit',
        'POST /events',
        'POST /captcha/challenge',
        'POST /device_reports',
      ].sort(),
    )
  })

  it('lists each method and path once', () => {
    expect(new Set(rows).size).toBe(rows.length)
  })

  it('guards the endpoints that accept a captcha token and a telemetry id', () => {
    const guarded = Object.keys(table).filter((name) => table[name]?.guarded)
    expect(guarded.sort()).toEqual(
      [
        'usersSearch',
        'magicLinksEmailLoginOrCreate',
        'magicLinksEmailSendPrimary',
        'magicLinksEmailSendSecondary',
        'otpsSmsLoginOrCreate',
        'otpsSmsSendPrimary',
        'otpsSmsSendSecondary',
        'otpsWhatsappLoginOrCreate',
        'otpsWhatsappSendPrimary',
        'otpsWhatsappSendSecondary',
        'otpsEmailLoginOrCreate',
        'otpsEmailSendPrimary',
        'otpsEmailSendSecondary',
        'otpsAuthenticate',
        'cryptoWalletsAuthenticateStartPrimary',
        'cryptoWalletsAuthenticateStartSecondary',
        'cryptoWalletsAuthenticate',
        'totpsAuthenticate',
        'totpsRecover',
        'webauthnAuthenticate',
        'passwordsCreate',
        'passwordsAuthenticate',
        'passwordsEmailResetStart',
        'passwordsEmailReset',
        'passwordsExistingPasswordReset',
        'passwordsSessionReset',
        'impersonationAuthenticate',
      ].sort(),
    )
  })

  it('has one form endpoint', () => {
    expect(Object.keys(table).filter((name) => table[name]?.form)).toEqual(['oauthAuthorize'])
  })
})
