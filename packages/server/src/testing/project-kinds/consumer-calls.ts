import { projectRealm } from '../../storage/realm.ts'
import { createHarness } from '../harness.ts'
import type { ProjectKind } from './sign-in-calls.ts'

export const consumerCalls: ProjectKind = {
  name: 'users',
  async open(storage, options) {
    const harness = await createHarness(storage, options)
    const projectId = harness.project.id
    return {
      harness,
      linkType: 'magic_links',
      sendLink: (email, link = {}, call = {}) =>
        harness.call(
          'POST',
          '/magic_links/email/login_or_create',
          {
            email,
            login_magic_link_url: link.loginUrl,
            signup_magic_link_url: link.signupUrl,
            login_expiration_minutes: link.loginMinutes,
            signup_expiration_minutes: link.signupMinutes,
            code_challenge: link.codeChallenge,
          },
          call,
        ),
      redeemLink: (token, { codeVerifier } = {}, call = {}) =>
        harness.call(
          'POST',
          '/magic_links/authenticate',
          { token, code_verifier: codeVerifier, session_duration_minutes: 30 },
          call,
        ),
      sendCode: (email, { minutes } = {}, call = {}) =>
        harness.call('POST', '/otps/email/login_or_create', { email, expiration_minutes: minutes }, call),
      enterCode: ({ methodId }, token, call = {}) =>
        harness.call('POST', '/otps/authenticate', { token, method_id: methodId, session_duration_minutes: 30 }, call),
      setPassword: (session, password) => harness.call('POST', '/passwords/session/reset', { password }, { session }),
      login: (email, password, call = {}) =>
        harness.call('POST', '/passwords/authenticate', { email, password, session_duration_minutes: 30 }, call),
      startReset: (email, { resetUrl, codeChallenge } = {}) =>
        harness.call('POST', '/passwords/email/reset/start', {
          email,
          reset_password_redirect_url: resetUrl,
          code_challenge: codeChallenge,
        }),
      finishReset: (token, password, { codeVerifier } = {}) =>
        harness.call('POST', '/passwords/email/reset', {
          ...{ token, password, code_verifier: codeVerifier },
          session_duration_minutes: 30,
        }),
      changePassword: (email, existing_password, new_password) =>
        harness.call('POST', '/passwords/existing_password/reset', {
          ...{ email, existing_password, new_password },
          session_duration_minutes: 30,
        }),
      checkStrength: (password) => harness.call('POST', '/passwords/strength_check', { password }),
      signedIn: ({ data }) => ({
        accountId: data.user_id,
        sessionId: data.session.session_id,
        token: data.session_token,
        factorTypes: data.session.authentication_factors.map(({ type }) => type),
      }),
      readSelf: (session) => harness.call('GET', '/users/me', undefined, { session }),
      countAccounts: async () => (await storage.accounts.list(projectRealm(projectId), { limit: 100 })).items.length,
      disable: (accountId) =>
        storage.accounts.setDisabled(projectId, accountId, harness.clock.now(), harness.clock.now()),
    }
  },
}
