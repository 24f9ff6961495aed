import type { MemberSignInResponse } from '@latchkey/contract/b2b'
import { newOrganization } from '../../organizations/new-organization.ts'
import { organizationRealm } from '../../storage/realm.ts'
import { createHarness } from '../harness.ts'
import type { ProjectKind } from './sign-in-calls.ts'

const minutes = { session_duration_minutes: 30 }

/** Members of one organization that every address may join. */
export const memberCalls: ProjectKind = {
  name: 'members',
  async open(storage, options) {
    const harness = await createHarness(storage, { ...options, vertical: 'B2B' })
    const created = {
      projectId: harness.project.id,
      id: `organization-${harness.project.id}`,
      name: 'Globex',
      slug: 'globex',
    }
    const settings = { email_jit_provisioning: 'ALL_ALLOWED' }
    const organization = { ...newOrganization({ ...created, now: harness.clock.now() }), settings }
    await storage.organizations.insert(organization)
    const realm = organizationRealm(organization)
    const here = { organization_id: organization.id }
    return {
      harness,
      linkType: 'multi_tenant_magic_links',
      sendLink: (email_address, link = {}, call = {}) =>
        harness.call(
          'POST',
          '/b2b/magic_links/email/login_or_signup',
          {
            ...here,
            email_address,
            login_redirect_url: link.loginUrl,
            signup_redirect_url: link.signupUrl,
            login_expiration_minutes: link.loginMinutes,
            signup_expiration_minutes: link.signupMinutes,
            pkce_code_challenge: link.codeChallenge,
          },
          call,
        ),
      redeemLink: (token, { codeVerifier } = {}, call = {}) =>
        harness.call(
          'POST',
          '/b2b/magic_links/authenticate',
          { magic_links_token: token, pkce_code_verifier: codeVerifier, ...minutes },
          call,
        ),
      sendCode: (email_address, { minutes: lifetime } = {}, call = {}) => {
        const lifetimes = { login_expiration_minutes: lifetime, signup_expiration_minutes: lifetime }
        return harness.call('POST', '/b2b/otps/email/login_or_signup', { ...here, email_address, ...lifetimes }, call)
      },
      enterCode: ({ email }, code, call = {}) =>
        harness.call('POST', '/b2b/otps/email/authenticate', { ...here, email_address: email, code, ...minutes }, call),
      setPassword: (session, password) =>
        harness.call('POST', '/b2b/passwords/session/reset', { password }, { session }),
      login: (email_address, password, call = {}) =>
        harness.call('POST', '/b2b/passwords/authenticate', { ...here, email_address, password, ...minutes }, call),
      startReset: (email_address, { resetUrl, codeChallenge } = {}) =>
        harness.call('POST', '/b2b/passwords/email/reset/start', {
          ...{ ...here, email_address, reset_password_redirect_url: resetUrl, code_challenge: codeChallenge },
        }),
      finishReset: (password_reset_token, password, { codeVerifier } = {}) =>
        harness.call('POST', '/b2b/passwords/email/reset', {
          ...{ password_reset_token, password, code_verifier: codeVerifier, ...minutes },
        }),
      changePassword: (email_address, existing_password, new_password) =>
        harness.call('POST', '/b2b/passwords/existing_password/reset', {
          ...{ ...here, email_address, existing_password, new_password, ...minutes },
        }),
      checkStrength: (password) => harness.call('POST', '/b2b/passwords/strength_check', { password }),
      signedIn(answer) {
        const data = answer.data as unknown as MemberSignInResponse
        if (!data.member_authenticated) throw new Error(`The response has no session: ${answer.text}`)
        return {
          accountId: data.member_id,
          sessionId: data.member_session.member_session_id,
          token: data.session_token,
          factorTypes: data.member_session.authentication_factors.map(({ type }) => type),
        }
      },
      readSelf: (session) => harness.call('POST', '/b2b/sessions/authenticate', {}, { session }),
      countAccounts: async () => (await storage.members.list(realm, { limit: 100 })).items.length,
      async disable(accountId) {
        await storage.members.remove(realm, accountId, harness.clock.now())
      },
    }
  },
}
