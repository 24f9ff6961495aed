import type { Exploration, FlowMap } from '../flow/explore.suite.ts'
import { callsIn, deadEnds, drawMap, explore, keyByRank } from '../flow/explore.suite.ts'
import { refusal } from '../flow/failure.ts'
import type { B2bLoginConfig } from './config/b2b-login.config.ts'
import { planB2bLogin } from './config/b2b-login.config.ts'
import type { Arrival, B2bLoginEvent } from './flow/b2b-events.ts'
import type { B2bLoginFlow } from './flow/b2b-login.flow.ts'
import { b2bLoginFlow, isOver, startB2bLogin } from './flow/b2b-login.flow.ts'
import type { B2bLoginState, PendingMember, SignInOrganization } from './flow/b2b-state.ts'

const ada = 'ada@acme.test'
const acme: SignInOrganization = { id: 'acme', name: 'Acme', logoUrl: '', allowed: null, connections: [] }
const connections = ['okta', 'entra'].map((id) => ({ id, name: id }))
const connected: SignInOrganization = { ...acme, id: 'globex', allowed: ['sso'], connections }
const member: PendingMember = { organizationId: 'acme', memberId: 'ada', phone: '', enrolled: [] }
const enrolled: PendingMember = { ...member, phone: '+15005550006', enrolled: ['totp', 'sms_otp'] }
const sent = { at: 0, expiresAt: 120_000 }
const offline = { name: 'UnreachableError', error_message: '' }
const app = { secret: 'SECRET', qrCode: 'data:image/gif;base64,', recoveryCodes: ['code'] }

const second = { type: 'second_factor', organization: acme, allowed: ['totp', 'sms_otp'], preferred: null } as const
const arrivals: Arrival[] = [
  { type: 'session' },
  { type: 'discovery', email: ada, mayCreate: true, entries: [] },
  {
    ...{ type: 'discovery', email: ada, mayCreate: true },
    entries: [{ organization: acme, kind: 'enter', requires: 'nothing', connectionId: null }],
  },
  {
    ...{ type: 'discovery', email: ada, mayCreate: true },
    entries: [{ organization: connected, kind: 'join', requires: 'first_factor', connectionId: 'okta' }],
  },
  { type: 'first_factor', organization: connected, required: ['sso'] },
  { type: 'first_factor', organization: acme, required: ['password'] },
  { type: 'first_factor', organization: acme, required: [] },
  { ...second, member, sent: null },
  { ...second, member, allowed: ['totp'], sent: null },
  { ...second, member: enrolled, sent: null },
  { ...second, member: enrolled, preferred: 'sms_otp', sent: null },
  { ...second, member: enrolled, sent },
]

const failures = [
  offline,
  ...[
    ...['unable_to_auth_magic_link', 'reset_password', 'organization_settings_duplicate_domain'],
    'operation_restricted_by_organization_auth_methods',
  ].map(refusal),
]

/** Without the timers of codes and the strength of passwords, which flows of their own have. */
function eventsIn(state: B2bLoginState): B2bLoginEvent[] {
  const calls = [...new Set([...callsIn(state), state.calls])]
  return [
    ...['ada', ada].map((value) => ({ type: 'email_changed', value }) as const),
    { type: 'password_changed', value: 'correct horse' },
    ...['12', '123456'].map((value) => ({ type: 'code_changed', value }) as const),
    { type: 'name_changed', value: 'Initech' },
    { type: 'phone_changed', value: '5005550006', country: 'US' },
    ...(['magic_link', 'email_otp', 'password'] as const).map((method) => ({ type: 'method_chosen', method }) as const),
    ...['acme', 'globex'].map((organizationId) => ({ type: 'organization_chosen', organizationId }) as const),
    { type: 'password_clicked' },
    { type: 'sso_clicked' },
    { type: 'connection_clicked', connectionId: 'okta' },
    { type: 'provider_clicked', provider: 'google' },
    { type: 'slug_changed', value: 'globex' },
    { type: 'new_organization_clicked' },
    ...(['totp', 'sms_otp'] as const).map((factor) => ({ type: 'factor_chosen', factor }) as const),
    ...(['submitted', 'resend_clicked', 'forgot_clicked', 'back_clicked', 'confirm_clicked'] as const).map(
      (type) => ({ type }) as const,
    ),
    ...(['start_over_clicked', 'try_again_clicked', 'other_way_clicked', 'recovery_clicked'] as const).map(
      (type) => ({ type }) as const,
    ),
    { type: 'continue_clicked' },
    { type: 'keep_clicked', how: 'copied' },
    { type: 'codes_kept', how: 'copied' },
    { type: 'codes_saved' },
    { type: 'session_began' },
    { type: 'session_ended' },
    ...calls.flatMap((call): B2bLoginEvent[] => [
      ...arrivals.map((arrival): B2bLoginEvent => ({ type: 'answered', call, answer: { type: 'arrived', arrival } })),
      { type: 'page_returned', call },
      { type: 'answered', call, answer: { type: 'left' } },
      ...[[], connections.slice(0, 1), connections].map(
        (found): B2bLoginEvent => ({ type: 'answered', call, answer: { type: 'connections', connections: found } }),
      ),
      ...([acme, connected, null] as const).map(
        (organization): B2bLoginEvent => ({ type: 'answered', call, answer: { type: 'organization', organization } }),
      ),
      { type: 'answered', call, answer: { type: 'sent', sent, phone: '+15005550006' } },
      { type: 'answered', call, answer: { type: 'unconfirmed', account: ada } },
      { type: 'answered', call, answer: { type: 'absent' } },
      { type: 'answered', call, answer: { type: 'app_created', app } },
      ...failures.map((failure): B2bLoginEvent => ({ type: 'refused', call, failure, isOnline: true })),
      ...(state.screen === 'password_reset_form' ? strengthEvents(call) : []),
    ]),
  ]
}

function strengthEvents(call: number): B2bLoginEvent[] {
  const verdict = {
    ...{ score: 4, valid_password: true, strength_policy: 'zxcvbn' as const, breached_password: false },
    feedback: {
      ...{ warning: '', suggestions: [] },
      luds_requirements: {
        ...{ has_lower_case: true, has_upper_case: true, has_digit: true, has_symbol: true },
        ...{ missing_complexity: 0, missing_characters: 0 },
      },
    },
  }
  return [
    { type: 'strength_due', call, at: 0 },
    { type: 'strength_known', call, verdict },
  ]
}

/** Where the person is, in words. */
function situationOf(state: B2bLoginState): string {
  if ('entry' in state) return `${state.screen}/${state.entry.status}`
  return 'status' in state ? `${state.screen}/${state.status}` : state.screen
}

/** What matters of a state: typed texts and counters of codes have no influence on where it can lead. */
function keyOf(state: B2bLoginState): string {
  if (!('entry' in state)) return keyByRank(state)
  const { status, resend, code } = state.entry
  return keyByRank({
    ...state,
    entry: { status, resend, isTyped: code.length === 6, checkCall: state.entry.checkCall },
  })
}

const products: B2bLoginConfig['products'] = ['emailMagicLinks', 'emailOtp']
const configs: readonly B2bLoginConfig[] = [
  { authFlowType: 'Discovery', products },
  { authFlowType: 'Discovery', products: [...products, 'passwords'] },
  {
    ...{ authFlowType: 'Discovery', products: ['emailOtp'], directCreateOrganizationForNoMembership: true },
    directLoginForSingleMembership: { status: true },
  },
  { authFlowType: 'Organization', organizationSlug: 'acme', products },
  { authFlowType: 'Organization', products: ['emailMagicLinks'] },
  {
    ...{ authFlowType: 'Discovery', products: ['sso', 'oauth', 'emailOtp'], oauthOptions: { providers: ['google'] } },
  },
  {
    ...{ authFlowType: 'Organization', products: ['sso', 'oauth'], oauthOptions: { providers: ['google'] } },
  },
  { authFlowType: 'PasswordReset', products: ['passwords'] },
]

const goals: readonly string[] = ['logged_in/success', 'password_reset_verify_confirmation/success']

/** The flow, which throws at a transition that no screen may make. */
function checked(flow: B2bLoginFlow): B2bLoginFlow {
  return (before, event) => {
    const step = flow(before, event)
    const { state: after, effects } = step
    const problem = (what: string) => new Error(`${situationOf(before)} --${event.type}--> ${what}`)
    const calls = effects.filter(({ type }) => type === 'call')
    if (after.calls < before.calls) throw problem('the number of calls shrinks')
    if (calls.length > 1) throw problem('several calls')
    for (const effect of calls) {
      if (effect.type !== 'call' || effect.call <= before.calls) throw problem('the number of a call is not new')
      // The browser of a person who is signed in sends nothing but what the person asks for.
      if (isOver(before) && event.type !== 'session_ended') throw problem('a call after the end')
    }
    const ends = effects.filter((one) => one.type === 'emit' && one.event.type === 'AUTHENTICATE_FLOW_COMPLETE').length
    const isDone = (state: B2bLoginState): boolean => goals.includes(situationOf(state))
    if (ends !== Number(isDone(after) && !isDone(before))) throw problem(`${ends} times complete`)
    const isLate = 'call' in event && event.call < Math.max(0, ...callsIn(before))
    if (isLate && !('entry' in before) && after.screen !== before.screen) throw problem('a late response')
    return step
  }
}

/** Visits all states of a configuration that can be reached, and checks every transition. */
function exploreConfig(config: B2bLoginConfig): Exploration<B2bLoginState> {
  const plan = planB2bLogin(config)
  const firsts = [{ type: 'none' } as const, { type: 'link' } as const, { type: 'reset', token: 'token' } as const].map(
    (landing) => startB2bLogin(plan, landing).state,
  )
  return explore(checked(b2bLoginFlow(plan)), firsts, { eventsIn, keyOf, situationOf })
}

/** All transitions of all flows. Exploring has checked each of them, and `docs/flows.md` lists them. */
export function mapB2bLogin(): FlowMap {
  const explored = configs.map(exploreConfig)
  return {
    ...drawMap(explored, situationOf, [], goals),
    untested: [],
    // A way out of another configuration does not help.
    deadEnds: explored.flatMap(({ edges }) => deadEnds(edges.values(), new Set(goals))),
  }
}
