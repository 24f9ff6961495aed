import { describe, expect, it } from 'vitest'
import { refusal } from '../../flow/failure.ts'
import type { B2bLoginConfig } from '../config/b2b-login.config.ts'
import { planB2bLogin } from '../config/b2b-login.config.ts'
import type { Arrival, B2bLoginEvent, Request } from './b2b-events.ts'
import { b2bLoginFlow, startB2bLogin } from './b2b-login.flow.ts'
import { offerOf } from './b2b-offer.ts'
import type { B2bLoginState, Entry, SignInOrganization, SsoConnection } from './b2b-state.ts'

const ada = 'ada@acme.test'
const unreachable = { name: 'UnreachableError', error_message: '' }
const acme: SignInOrganization = { id: 'acme', name: 'Acme', logoUrl: '', allowed: null, connections: [] }
const connections: SsoConnection[] = ['okta', 'entra'].map((id) => ({ id, name: id }))
const config: B2bLoginConfig = {
  ...{ authFlowType: 'Discovery', products: ['emailOtp', 'sso', 'oauth'] },
  oauthOptions: { providers: ['google', 'hubspot'] },
}

/** A flow with the requests that it has made. */
function open(change: Partial<B2bLoginConfig> = {}, landing: Parameters<typeof startB2bLogin>[1] = { type: 'none' }) {
  const plan = planB2bLogin({ ...config, ...change })
  const flow = b2bLoginFlow(plan)
  const first = startB2bLogin(plan, landing)
  const requests: Request[] = []
  let state: B2bLoginState = first.state
  const note = (effects: readonly { type: string }[]) => {
    for (const effect of effects) if ('request' in effect) requests.push(effect.request as Request)
  }
  note(first.effects)
  function send(event: B2bLoginEvent): B2bLoginState {
    const step = flow(state, event)
    state = step.state
    note(step.effects)
    return state
  }
  const call = () => state.calls
  return {
    ...{ requests, send, state: () => state },
    answer: (answer: Extract<B2bLoginEvent, { type: 'answered' }>['answer']) =>
      send({ type: 'answered', call: call(), answer }),
    refuse: (failure: Extract<B2bLoginEvent, { type: 'refused' }>['failure'], isOnline = true) =>
      send({ type: 'refused', call: call(), failure, isOnline }),
    /** Types the address and submits it. */
    submit(email = ada): B2bLoginState {
      send({ type: 'email_changed', value: email })
      return send({ type: 'submitted' })
    },
  }
}

type Opened = ReturnType<typeof open>

function enterList(opened: Opened, entries: readonly Entry[]): B2bLoginState {
  opened.submit()
  opened.answer({ type: 'sent', sent: { at: 0, expiresAt: 1 } })
  opened.send({ type: 'code_changed', value: '123456' })
  const arrival: Arrival = { type: 'discovery', email: ada, entries, mayCreate: true }
  return opened.answer({ type: 'arrived', arrival })
}

describe('the six kinds of errors [B-WID-13]', () => {
  const link = { type: 'link' } as const

  it.each<[string, () => B2bLoginState, object]>([
    ['Default', () => open({}, link).refuse(refusal('internal_error')), { retry: null }],
    ['Default', () => open({}, link).refuse(unreachable, false), { retry: 'redeem_link' }],
    ['EmailMagicLink', () => open({}, link).refuse(refusal('unable_to_auth_magic_link')), { retry: null }],
    [
      'Organization',
      () => open({ authFlowType: 'Organization' }).answer({ type: 'organization', organization: null }),
      { retry: 'find_organization' },
    ],
    [
      'CannotJoinOrgDueToAuthPolicy',
      () => open({}, link).refuse(refusal('operation_restricted_by_organization_auth_methods')),
      { retry: null },
    ],
    ['AdBlockerDetected', () => open({}, link).refuse(unreachable), { retry: 'redeem_link' }],
    [
      'AdBlockerDetected',
      () => open({ authFlowType: 'Organization' }).refuse(unreachable),
      { retry: 'find_organization' },
    ],
    [
      'OrganizationDiscoveryClaimedDomain',
      () => {
        const opened = open()
        enterList(opened, [])
        opened.send({ type: 'new_organization_clicked' })
        opened.send({ type: 'name_changed', value: 'Acme' })
        opened.send({ type: 'submitted' })
        return opened.refuse(refusal('organization_settings_duplicate_domain'))
      },
      { retry: null },
    ],
  ])('%s', (kind, reach, rest) => {
    expect(reach()).toMatchObject({ screen: 'error', kind, ...rest })
  })
})

describe('single sign-on', () => {
  it('finds connections by the address, then by the slug', () => {
    const opened = open()
    opened.send({ type: 'sso_clicked' })
    opened.submit('ada')
    expect(opened.state()).toMatchObject({ screen: 'sso_discovery_email', failure: { error_type: 'invalid_email' } })
    opened.submit()
    opened.answer({ type: 'connections', connections: [] })
    opened.send({ type: 'slug_changed', value: ' Acme ' })
    opened.send({ type: 'submitted' })
    opened.answer({ type: 'organization', organization: null })
    expect(opened.state()).toMatchObject({
      ...{ screen: 'sso_discovery_fallback', slug: ' Acme ', failure: { error_type: 'organization_not_found' } },
    })
    opened.send({ type: 'submitted' })
    opened.answer({ type: 'organization', organization: { ...acme, connections } })
    expect(opened.state()).toMatchObject({ screen: 'sso_discovery_menu', status: 'choosing', connections })
    opened.send({ type: 'connection_clicked', connectionId: 'unknown' })
    opened.send({ type: 'connection_clicked', connectionId: 'entra' })
    expect(opened.requests).toEqual([
      { type: 'find_connections', email: ada },
      { type: 'find_by_slug', slug: 'acme' },
      { type: 'find_by_slug', slug: 'acme' },
      { type: 'start_sso', connectionId: 'entra' },
    ])
  })

  it('starts at once with the only connection, and is ready again if the person comes back', () => {
    const opened = open()
    opened.send({ type: 'sso_clicked' })
    opened.submit()
    opened.answer({ type: 'connections', connections: connections.slice(0, 1) })
    expect(opened.state()).toMatchObject({ screen: 'sso_discovery_menu', status: 'leaving', pressed: 'okta' })
    opened.answer({ type: 'left' })
    expect(opened.send({ type: 'page_returned', call: opened.state().calls })).toMatchObject({ status: 'choosing' })
    opened.send({ type: 'connection_clicked', connectionId: 'okta' })
    expect(opened.refuse(unreachable)).toMatchObject({ status: 'choosing', failure: unreachable })
  })

  it('replaces the exchange for an organization that allows nothing else, if it has a default connection [B-WID-08]', () => {
    const only: Entry = {
      ...{ organization: { ...acme, allowed: ['sso'], connections }, kind: 'enter', requires: 'first_factor' },
      connectionId: 'okta',
    }
    const opened = open()
    enterList(opened, [only, { ...only, organization: { ...acme, id: 'globex' }, connectionId: null }])
    const sent = opened.requests.length
    opened.send({ type: 'organization_chosen', organizationId: 'acme' })
    expect(opened.state()).toMatchObject({ screen: 'discovery', status: 'leaving', pressed: 'acme' })
    opened.refuse(unreachable)
    opened.send({ type: 'organization_chosen', organizationId: 'globex' })
    expect(opened.requests.slice(sent)).toEqual([
      { type: 'start_sso', connectionId: 'okta' },
      { type: 'enter', organizationId: 'globex' },
    ])
  })
})

describe('what is offered', () => {
  const plan = planB2bLogin(config)
  const nothing = { emails: [], sso: false, providers: [] }

  it('is what is configured, before an organization is known', () => {
    expect(offerOf(plan, { organization: null, required: null })).toEqual({
      ...{ emails: ['email_otp'], sso: true, providers: ['google', 'hubspot'] },
    })
  })

  it('has no single sign-on for an organization without a connection', () => {
    expect(offerOf(plan, { organization: acme, required: null }).sso).toBe(false)
    expect(offerOf(plan, { organization: { ...acme, connections }, required: null }).sso).toBe(true)
  })

  it('is what the organization allows; if nothing is left and it requires a factor, all of that, or a link [B-WID-06]', () => {
    const restricted = { ...acme, connections, allowed: ['hubspot_oauth', 'password'] } as const
    expect(offerOf(plan, { organization: restricted, required: null })).toEqual({ ...nothing, providers: ['hubspot'] })
    const of = (required: typeof restricted.allowed | ['password' | 'sso'] | ['slack_oauth'], with_ = connections) =>
      offerOf(planB2bLogin({ ...config, products: ['emailOtp'] }), {
        organization: { ...acme, connections: with_ },
        required,
      })
    expect(of(['password'])).toEqual({ ...nothing, emails: ['password'] })
    expect(of(['slack_oauth'])).toEqual({ ...nothing, providers: ['slack'] })
    expect(of(['sso'])).toEqual({ ...nothing, sso: true })
    expect(of(['sso'], [])).toEqual({ ...nothing, emails: ['magic_link'] })
  })

  it('asks for the password first only if it is the first product [B-WID-07]', () => {
    const first = open({ products: ['passwords', 'emailOtp'] })
    expect(first.submit()).toMatchObject({ screen: 'password_authenticate', email: ada })
    const second = open({ products: ['emailOtp', 'passwords'] })
    second.submit()
    expect(second.requests).toEqual([{ type: 'send_code', email: ada, organizationId: null }])
    const link = open({ products: ['emailOtp', 'passwords'] })
    link.send({ type: 'password_clicked' })
    link.send({ type: 'password_changed', value: 'secret' })
    expect(link.send({ type: 'submitted' })).toMatchObject({
      ...{ screen: 'password_email', failure: { error_type: 'invalid_email' } },
    })
    link.submit()
    expect(link.requests).toEqual([{ type: 'check_password', email: ada, password: 'secret', organizationId: null }])
  })
})
