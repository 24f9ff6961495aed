import { describe, expect, it } from 'vitest'
import type { Endpoint } from '../core/endpoint.ts'
import { endpoints } from './endpoints.ts'

const table: Record<string, Endpoint> = endpoints
/** Without SSO, SCIM, OAuth and second factors. */
const business = [
  'POST /b2b/magic_links/email/login_or_signup',
  'POST /b2b/magic_links/email/invite',
  'POST /b2b/magic_links/email/discovery/send',
  'POST /b2b/magic_links/authenticate',
  'POST /b2b/magic_links/discovery/authenticate',
  'POST /b2b/magic_links/inspect',
  'POST /b2b/otps/email/login_or_signup',
  'POST /b2b/otps/email/authenticate',
  'POST /b2b/otps/email/discovery/send',
  'POST /b2b/otps/email/discovery/authenticate',
  'POST /b2b/otps/sms/send',
  'POST /b2b/otps/sms/authenticate',
  'POST /b2b/totp',
  'POST /b2b/totp/authenticate',
  'POST /b2b/recovery_codes/recover',
  'POST /b2b/recovery_codes/rotate',
  'GET /b2b/recovery_codes',
  'POST /b2b/passwords/authenticate',
  'POST /b2b/passwords/email/reset/start',
  'POST /b2b/passwords/email/reset',
  'POST /b2b/passwords/existing_password/reset',
  'POST /b2b/passwords/session/reset',
  'POST /b2b/passwords/strength_check',
  'POST /b2b/passwords/discovery/reset/start',
  'POST /b2b/passwords/discovery/reset',
  'POST /b2b/passwords/discovery/authenticate',
  'POST /b2b/discovery/organizations',
  'POST /b2b/discovery/organizations/create',
  'POST /b2b/discovery/intermediate_sessions/exchange',
  'GET /b2b/organizations/me',
  'PUT /b2b/organizations/me',
  'DELETE /b2b/organizations/me',
  'POST /b2b/organizations/search',
  'POST /b2b/organizations/members',
  'POST /b2b/organizations/members/search',
  'POST /b2b/organizations/me/members/search',
  'PUT /b2b/organizations/members/{member_id}',
  'DELETE /b2b/organizations/members/{member_id}',
  'PUT /b2b/organizations/members/{member_id}/reactivate',
  'DELETE /b2b/organizations/members/passwords/{member_password_id}',
  'DELETE /b2b/organizations/members/mfa_phone_numbers/{member_id}',
  'DELETE /b2b/organizations/members/totp/{member_id}',
  'POST /b2b/organizations/members/{member_id}/unlink_retired_email',
  'POST /b2b/organizations/members/{member_id}/start_email_update',
  'GET /b2b/organizations/members/me',
  'PUT /b2b/organizations/members/update',
  'DELETE /b2b/organizations/members/deletePhoneNumber',
  'DELETE /b2b/organizations/members/deleteTOTP',
  'POST /b2b/organizations/members/unlink_retired_email',
  'POST /b2b/organizations/members/start_email_update',
  'POST /b2b/sessions/authenticate',
  'POST /b2b/sessions/revoke',
  'POST /b2b/sessions/revoke/{member_id}',
  'POST /b2b/sessions/exchange',
  'POST /b2b/sessions/exchange_access_token',
  'POST /b2b/sessions/attest',
  'POST /b2b/impersonation/authenticate',
]

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
        ...business,
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
        'b2bImpersonationAuthenticate',
        'b2bMagicLinksEmailDiscoverySend',
        'b2bMagicLinksAuthenticate',
        'b2bMagicLinksDiscoveryAuthenticate',
        'b2bOtpsEmailLoginOrSignup',
        'b2bOtpsEmailAuthenticate',
        'b2bOtpsEmailDiscoverySend',
        'b2bOtpsEmailDiscoveryAuthenticate',
        'b2bOtpsSmsSend',
        'b2bOtpsSmsAuthenticate',
        'b2bTotpCreate',
        'b2bTotpAuthenticate',
        'b2bRecoveryCodesRecover',
        'b2bRecoveryCodesRotate',
        'b2bPasswordsAuthenticate',
        'b2bPasswordsEmailResetStart',
        'b2bPasswordsEmailReset',
        'b2bPasswordsExistingPasswordReset',
        'b2bPasswordsSessionReset',
        'b2bPasswordsDiscoveryResetStart',
        'b2bPasswordsDiscoveryReset',
        'b2bPasswordsDiscoveryAuthenticate',
      ].sort(),
    )
  })

  it('lists a fixed path before a path with a parameter that it matches, because the first match is served', () => {
    const shadowed = Object.values(table).flatMap((later, index) =>
      Object.values(table)
        .slice(0, index)
        .filter(({ method, path }) => method === later.method && path !== later.path)
        .filter(({ path }) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(later.path))
        .map(({ path }) => `${later.method} ${later.path} after ${path}`),
    )
    expect(shadowed).toEqual([])
  })

  it('has one form endpoint', () => {
    expect(Object.keys(table).filter((name) => table[name]?.form)).toEqual(['oauthAuthorize'])
  })
})
