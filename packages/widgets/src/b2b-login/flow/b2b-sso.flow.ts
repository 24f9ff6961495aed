import { isEmail } from '../../flow/email.ts'
import { refusal } from '../../flow/failure.ts'
import { stay } from '../../flow/step.ts'
import type { B2bLoginPlan } from '../config/b2b-login.config.ts'
import type { B2bLoginEvent, Request } from './b2b-events.ts'
import type {
  B2bLoginState,
  Base,
  Discovery,
  Main,
  SsoConnection,
  SsoEmail,
  SsoFallback,
  SsoMenu,
} from './b2b-state.ts'
import { baseOf } from './b2b-state.ts'
import type { B2bStep } from './b2b-steps.ts'
import { call, isAwaited } from './b2b-steps.ts'

type Leaving = Main | Discovery | SsoMenu

/** Sends the browser to an identity provider. */
export function leave(state: Leaving, pressed: string, request: Request): B2bStep {
  const next = state.calls + 1
  return {
    state: { ...state, status: 'leaving', pressed, failure: null, calls: next },
    effects: [call(next, request)],
  }
}

/** Handles all events of a screen whose browser is leaving; undefined before that. */
export function whileLeaving(state: Leaving, event: B2bLoginEvent): B2bStep | undefined {
  if (state.status !== 'leaving') return undefined
  if (!isAwaited(state, event)) return stay(state)
  switch (event.type) {
    case 'answered':
      return event.answer.type === 'left'
        ? { state, effects: [{ type: 'await_return', call: state.calls }] }
        : stay(state)
    case 'page_returned':
      return stay(atRest(state))
    case 'refused':
      return stay({ ...atRest(state), failure: event.failure })
    default:
      return stay(state)
  }
}

function atRest(state: Leaving): Leaving {
  return state.screen === 'main' ? { ...state, status: 'editing' } : { ...state, status: 'choosing' }
}

/** Starts with a connection, or asks with which. */
export function chooseConnection(base: Base, connections: readonly SsoConnection[]): B2bStep {
  const menu: SsoMenu = {
    ...{ ...baseOf(base), screen: 'sso_discovery_menu', connections, status: 'choosing', pressed: '', failure: null },
  }
  const [only] = connections
  return connections.length === 1 && only ? startSso(menu, only.id) : stay(menu)
}

export function startSso(state: Leaving, connectionId: string, pressed: string = connectionId): B2bStep {
  return leave(state, pressed, { type: 'start_sso', connectionId })
}

/** Which organization? The domain of the address tells it. */
export function ssoEmail(base: Base): SsoEmail {
  return { ...baseOf(base), screen: 'sso_discovery_email', status: 'editing', failure: null }
}

export function inSsoEmail(_plan: B2bLoginPlan, state: SsoEmail, event: B2bLoginEvent): B2bStep {
  const isPending = state.status === 'sending' && isAwaited(state, event)
  switch (event.type) {
    case 'email_changed':
      return state.status === 'editing' ? stay({ ...state, email: event.value, failure: null }) : stay(state)
    case 'submitted': {
      if (state.status === 'sending') return stay(state)
      const email = state.email.trim()
      if (!isEmail(email)) return stay({ ...state, failure: refusal('invalid_email') })
      return send(state, { ...state, email }, { type: 'find_connections', email })
    }
    case 'answered': {
      if (!isPending || event.answer.type !== 'connections') return stay(state)
      const { connections } = event.answer
      if (connections.length > 0) return chooseConnection(state, connections)
      return stay({
        ...{ ...baseOf(state), screen: 'sso_discovery_fallback', slug: '', status: 'editing', failure: null },
      })
    }
    case 'refused':
      return isPending ? stay({ ...state, status: 'editing', failure: event.failure }) : stay(state)
    default:
      return stay(state)
  }
}

export function inSsoFallback(_plan: B2bLoginPlan, state: SsoFallback, event: B2bLoginEvent): B2bStep {
  const isPending = state.status === 'sending' && isAwaited(state, event)
  switch (event.type) {
    case 'slug_changed':
      return state.status === 'editing' ? stay({ ...state, slug: event.value, failure: null }) : stay(state)
    case 'submitted': {
      if (state.status === 'sending') return stay(state)
      const slug = state.slug.trim().toLowerCase()
      if (slug === '') return stay({ ...state, failure: refusal('organization_not_found') })
      return send(state, state, { type: 'find_by_slug', slug })
    }
    case 'answered': {
      if (!isPending || event.answer.type !== 'organization') return stay(state)
      const { organization } = event.answer
      if (organization && organization.connections.length > 0)
        return chooseConnection({ ...state, organization }, organization.connections)
      const problem = organization ? 'no_sso_connection_exists_for_organization' : 'organization_not_found'
      return stay({ ...state, status: 'editing', failure: refusal(problem) })
    }
    case 'refused':
      return isPending ? stay({ ...state, status: 'editing', failure: event.failure }) : stay(state)
    default:
      return stay(state)
  }
}

function send(before: Base, state: SsoEmail | SsoFallback, request: Request): B2bStep {
  const next = before.calls + 1
  return { state: { ...state, status: 'sending', failure: null, calls: next }, effects: [call(next, request)] }
}

export function inSsoMenu(_plan: B2bLoginPlan, state: SsoMenu, event: B2bLoginEvent): B2bStep {
  const left = whileLeaving(state, event)
  if (left) return left
  return event.type === 'connection_clicked' && state.connections.some(({ id }) => id === event.connectionId)
    ? startSso(state, event.connectionId)
    : stay(state)
}

/** The screen behind a screen of single sign-on; undefined for the first one. */
export function beforeSso(state: B2bLoginState): B2bStep | undefined {
  return state.screen === 'sso_discovery_fallback' ? stay(ssoEmail(state)) : undefined
}
