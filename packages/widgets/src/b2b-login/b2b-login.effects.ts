import type { B2bClient } from '@latchkey/client/b2b'
import { clientInternals } from '@latchkey/client/internal'
import { otpExpirationMinutes } from '@latchkey/contract'
import { slugInUrl } from '@latchkey/contract/b2b'
import type { Runner } from '../flow/actor.ts'
import { refusal } from '../flow/failure.ts'
import { assertAnswering, awaitReturn } from '../methods/oauth/leaving.ts'
import { checkStrength } from '../methods/passwords/passwords.effects.ts'
import { internationalNumber } from '../methods/phone/phone.effects.ts'
import type { CommonEffectDeps } from '../widget/common-effects.ts'
import { createCommonEffects } from '../widget/common-effects.ts'
import { createConfirmation } from '../widget/confirmation.ts'
import { runCall } from '../widget/run-call.ts'
import type { B2bLoginPlan } from './config/b2b-login.config.ts'
import type { Answer, B2bLoginEffect, B2bLoginEvent, Request, Sent } from './flow/b2b-events.ts'
import { keepCodes } from './keep-codes.ts'
import { toArrival, toConnections, toOrganization } from './to-arrival.ts'

export interface B2bLoginDeps extends CommonEffectDeps<B2bClient> {
  readonly plan: B2bLoginPlan
  /** The language of the widget's texts, for messages to the person; undefined if the host page set none. */
  readonly locale: () => string | undefined
}

/** The countdown of a code by SMS. */
const smsMinutes = 2

type Requested<Type extends Request['type']> = Extract<Request, { readonly type: Type }>
type Made = { readonly [Type in Request['type']]: (request: Requested<Type>) => Promise<Answer> }

/** Runs the effects of the flow. */
export function createB2bLoginRunner(deps: B2bLoginDeps): Runner<B2bLoginEvent, B2bLoginEffect> {
  const { client } = deps
  const { reportError, runCommonEffect } = createCommonEffects(deps)
  const calls = createCalls(deps)
  const { navigator } = clientInternals(client).platform
  return (effect, send) => {
    switch (effect.type) {
      case 'call': {
        const { call, request } = effect
        const make = calls[request.type] as (request: Request) => Promise<Answer>
        const answered = (event: B2bLoginEvent): void => {
          send(event.type === 'refused' ? { ...event, isOnline: navigator.onLine } : event)
        }
        runCall<B2bLoginEvent>({ reportError, send: answered, call, refused: 'refused' }, async () => ({
          ...{ type: 'answered', call },
          answer: await make(request),
        }))
        return undefined
      }
      case 'check_strength':
        checkStrength(effect, { strengthCheck: strengthOf(client), reportError }, (event) =>
          send(event as B2bLoginEvent),
        )
        return undefined
      case 'await_return':
        return awaitReturn(effect, deps, (event) => send(event as B2bLoginEvent))
      case 'keep_codes': {
        const { how, codes } = effect
        keepCodes(how, codes).then(
          () => send({ type: 'codes_kept', how }),
          (error) => {
            reportError(error)
            send(null)
          },
        )
        return undefined
      }
      default:
        return runCommonEffect(effect, send)
    }
  }
}

/** Shows Google's prompt, if the configuration asks for it. The browser leaves when the person has chosen an account. */
export async function showOneTap(deps: B2bLoginDeps, organization_id: string | undefined): Promise<void> {
  const { plan, client } = deps
  const { providers, loginRedirectURL, signupRedirectURL, discoveryRedirectURL } = plan.oauth
  const { one_tap, cancel_on_tap_outside } = providers.find(({ type }) => type === 'google') ?? {}
  if (!one_tap) return
  const { googleOneTap } = client.oauth
  const options = given({ cancel_on_tap_outside })
  try {
    await (organization_id === undefined
      ? googleOneTap.discovery.start({ ...options, ...given({ discovery_redirect_url: discoveryRedirectURL }) })
      : googleOneTap.start({
          ...{ organization_id, ...options },
          ...given({ login_redirect_url: loginRedirectURL, signup_redirect_url: signupRedirectURL }),
        }))
  } catch (error) {
    createCommonEffects(deps).reportError(error)
  }
}

/** The check of a business project names the address and the feedback in another way. */
function strengthOf({ passwords }: B2bClient): Parameters<typeof checkStrength>[1]['strengthCheck'] {
  return async ({ email: email_address, password }) => {
    const found = await passwords.strengthCheck({ password, ...(email_address !== undefined && { email_address }) })
    return { ...found, feedback: { ...found.zxcvbn_feedback, luds_requirements: found.luds_feedback } }
  }
}

function createCalls({ client, plan, clock, locale }: B2bLoginDeps): Made {
  const { magicLinks, otps, passwords, discovery, totp, recoveryCodes, sso, oauth } = client
  const session_duration_minutes = plan.sessionDurationMinutes
  const confirmation = createConfirmation(async (token) => (await magicLinks.inspect(token)).email_address)
  /** The URL of the landing: the first call removes the token from the page's own. */
  let landing: string | undefined
  const { platform } = clientInternals(client)

  const sentFor = (minutes: number): Sent => {
    const at = clock.now()
    return { at, expiresAt: at + minutes * 60_000 }
  }
  async function arrived(response: Promise<Parameters<typeof toArrival>[0]>): Promise<Answer> {
    const data = await response
    const { createOrganizationEnabled: mayCreate = false } = await client.bootstrap.get()
    return { type: 'arrived', arrival: toArrival(data, { sent: sentFor(smsMinutes), mayCreate }) }
  }

  return {
    async find_organization() {
      const { slugPattern } = await client.bootstrap.get()
      const slug = plan.slug ?? (slugPattern ? slugInUrl(slugPattern, platform.location.href) : null)
      const found = slug ? (await client.organization.getBySlug({ organization_slug: slug })).organization : null
      return { type: 'organization', organization: found && toOrganization(found) }
    },
    async redeem_link() {
      const parsed = client.parseAuthenticateUrl(landing)
      const from = landing
      landing ??= platform.location.href
      try {
        const found = await client.authenticateByUrl({ session_duration_minutes }, from)
        return found ? await arrived(Promise.resolve(found.data)) : { type: 'absent' }
      } catch (error) {
        clientInternals(client).forgetLanding()
        const isLink = linkTypes.includes(parsed?.tokenType ?? '')
        return { type: 'unconfirmed', account: await confirmation.ask(error, isLink ? (parsed?.token ?? '') : '') }
      }
    },
    async find_by_slug({ slug: organization_slug }) {
      const found = (await client.organization.getBySlug({ organization_slug })).organization
      return { type: 'organization', organization: found && toOrganization(found) }
    },
    async find_connections({ email }) {
      return { type: 'connections', connections: toConnections((await sso.discoverConnections(email)).connections) }
    },
    async start_sso({ connectionId: connection_id }) {
      await assertAnswering(client)
      const { loginRedirectURL: login_redirect_url, signupRedirectURL: signup_redirect_url } = plan.ssoOptions
      await sso.start({ connection_id, ...given({ login_redirect_url, signup_redirect_url }) })
      return { type: 'left' }
    },
    async start_oauth({ provider, organizationId: organization_id }) {
      await assertAnswering(client)
      const { providers, discoveryRedirectURL, loginRedirectURL, signupRedirectURL } = plan.oauth
      const { customScopes, providerParams } = providers.find(({ type }) => type === provider) ?? {}
      const options = given({ custom_scopes: customScopes as string[] | undefined, provider_params: providerParams })
      await (organization_id === null
        ? oauth[provider].discovery.start({ ...options, ...given({ discovery_redirect_url: discoveryRedirectURL }) })
        : oauth[provider].start({
            ...{ organization_id, ...options },
            ...given({ login_redirect_url: loginRedirectURL, signup_redirect_url: signupRedirectURL }),
          }))
      return { type: 'left' }
    },
    async send_link({ email: email_address, organizationId: organization_id }) {
      const { links } = plan
      const language = { locale: locale() }
      if (organization_id === null) {
        await magicLinks.email.discovery.send({
          ...{ email_address, ...language, login_template_id: links.loginTemplateId },
          discovery_redirect_url: links.discoveryRedirectURL,
          discovery_expiration_minutes: links.discoveryExpirationMinutes,
        })
      } else {
        await magicLinks.email.loginOrSignup({
          ...{ email_address, organization_id, ...language },
          ...{ login_redirect_url: links.loginRedirectURL, signup_redirect_url: links.signupRedirectURL },
          ...{ login_template_id: links.loginTemplateId, signup_template_id: links.signupTemplateId },
          login_expiration_minutes: links.loginExpirationMinutes,
          signup_expiration_minutes: links.signupExpirationMinutes,
        })
      }
      return { type: 'sent', sent: sentFor(0) }
    },
    async send_code({ email: email_address, organizationId: organization_id }) {
      const { codes } = plan
      const to = { email_address, locale: locale(), login_template_id: codes.loginTemplateId }
      if (organization_id === null) {
        const minutes = codes.discoveryExpirationMinutes ?? otpExpirationMinutes
        await otps.email.discovery.send({ ...to, discovery_expiration_minutes: minutes })
        return { type: 'sent', sent: sentFor(minutes) }
      }
      const minutes = codes.loginExpirationMinutes ?? otpExpirationMinutes
      await otps.email.loginOrSignup({
        ...{ ...to, organization_id, signup_template_id: codes.signupTemplateId, login_expiration_minutes: minutes },
        signup_expiration_minutes: codes.signupExpirationMinutes ?? minutes,
      })
      return { type: 'sent', sent: sentFor(minutes) }
    },
    async check_code({ email: email_address, code, organizationId: organization_id }) {
      return arrived(
        organization_id === null
          ? otps.email.discovery.authenticate({ email_address, code })
          : otps.email.authenticate({ email_address, code, organization_id, session_duration_minutes }),
      )
    },
    async check_password({ email: email_address, password, organizationId: organization_id }) {
      return arrived(
        organization_id === null
          ? passwords.discovery.authenticate({ email_address, password })
          : passwords.authenticate({ email_address, password, organization_id, session_duration_minutes }),
      )
    },
    async send_reset({ email: email_address, organizationId: organization_id }) {
      const options = plan.passwords
      const body = {
        ...{ email_address, locale: locale() },
        reset_password_redirect_url: options.resetPasswordRedirectURL,
        reset_password_expiration_minutes: options.resetPasswordExpirationMinutes,
        reset_password_template_id: options.resetPasswordTemplateId,
        verify_email_template_id: options.verifyEmailTemplateId,
      }
      await (organization_id === null
        ? passwords.discovery.resetByEmailStart({ ...body, discovery_redirect_url: options.discoveryRedirectURL })
        : passwords.resetByEmailStart({ ...body, organization_id, login_redirect_url: options.loginRedirectURL }))
      return { type: 'sent', sent: sentFor(0) }
    },
    async reset_password({ token: password_reset_token, password }) {
      const body = { password_reset_token, password }
      return arrived(
        // The link does not tell whether it is for one organization.
        passwords.discovery.resetByEmail(body).catch((error) => {
          if (Object(error).error_type !== 'unable_to_auth_magic_link') throw error
          return passwords.resetByEmail({ ...body, session_duration_minutes })
        }),
      )
    },
    async enter({ organizationId: organization_id }) {
      const target = { organization_id, session_duration_minutes, locale: locale() }
      return arrived(
        client.session.getSync() ? client.session.exchange(target) : discovery.intermediateSessions.exchange(target),
      )
    },
    async create_organization({ name }) {
      return arrived(
        discovery.organizations.create({ session_duration_minutes, ...(name && { organization_name: name }) }),
      )
    },
    async send_sms({ member, phone, country }) {
      const load = () => import('../methods/phone/numbers.ts')
      const to = phone && (await internationalNumber(phone, country, { clock, load }))
      if (phone && !to) throw Object.assign(new Error(), refusal('invalid_phone_number'))
      await otps.sms.send({ ...idsOf(member), locale: locale(), ...(to && { mfa_phone_number: to }) })
      return { type: 'sent', sent: sentFor(smsMinutes), phone: to || member.phone }
    },
    async check_sms({ member, code, isEnrolling }) {
      return arrived(
        otps.sms.authenticate({ ...idsOf(member), code, session_duration_minutes, ...choice(isEnrolling) }),
      )
    },
    async create_totp({ member }) {
      const { secret, qr_code, recovery_codes } = await totp.create(idsOf(member))
      return { type: 'app_created', app: { secret, qrCode: qr_code, recoveryCodes: recovery_codes } }
    },
    async check_totp({ member, code, isEnrolling }) {
      return arrived(totp.authenticate({ ...idsOf(member), code, session_duration_minutes, ...choice(isEnrolling) }))
    },
    async recover({ member, code: recovery_code }) {
      return arrived(recoveryCodes.recover({ ...idsOf(member), recovery_code, session_duration_minutes }))
    },
  }
}

const idsOf = ({ organizationId, memberId }: Requested<'create_totp'>['member']) => ({
  organization_id: organizationId,
  member_id: memberId,
})

/** Links that say whom they sign in. */
const linkTypes = ['multi_tenant_magic_links', 'discovery']

/** Without the fields that are undefined. */
function given<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}

/** A factor that is enrolled here is asked for from now on. */
const choice = (isEnrolling: boolean) => (isEnrolling ? ({ set_mfa_enrollment: 'enroll' } as const) : {})
