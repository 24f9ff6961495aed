import { refusal } from '../../flow/failure.ts'
import { stay } from '../../flow/step.ts'
import type { B2bLoginPlan } from '../config/b2b-login.config.ts'
import type { Arrival, B2bLoginEvent } from './b2b-events.ts'
import { startSso, whileLeaving } from './b2b-sso.flow.ts'
import type { Base, Discovery, Entry } from './b2b-state.ts'
import { baseOf } from './b2b-state.ts'
import type { B2bStep } from './b2b-steps.ts'
import { call, failed, isAwaited } from './b2b-steps.ts'

/** The list of organizations, or what follows at once if there is nothing to choose. */
export function showEntries(
  plan: B2bLoginPlan,
  base: Base,
  { email, entries, mayCreate }: Extract<Arrival, { type: 'discovery' }>,
): B2bStep {
  const list: Discovery = {
    ...{ ...baseOf(base), email, organization: null, required: null },
    ...{ screen: 'discovery', entries, mayCreate: mayCreate && plan.offersCreate },
    ...{ status: 'choosing', pressed: '', name: '', failure: null },
  }
  const only = onlyEntry(plan, entries)
  if (only) return enter(list, only)
  return entries.length === 0 && plan.createsAtOnce && mayCreate ? create(list) : stay(list)
}

/** The membership that is entered without a question. */
function onlyEntry({ directLogin }: B2bLoginPlan, entries: readonly Entry[]): Entry | undefined {
  if (!directLogin.status) return undefined
  const counted = entries.filter(
    ({ kind }) =>
      kind === 'enter' || !(kind === 'accept' ? directLogin.ignoreInvites : directLogin.ignoreJitProvisioning),
  )
  return counted.length === 1 && counted[0]?.kind === 'enter' ? counted[0] : undefined
}

export function inDiscovery(_plan: B2bLoginPlan, state: Discovery, event: B2bLoginEvent): B2bStep {
  const isBusy = state.status === 'entering' || state.status === 'creating'
  const left = whileLeaving(state, event)
  if (left) return left
  switch (event.type) {
    case 'organization_chosen': {
      const entry = state.entries.find(({ organization }) => organization.id === event.organizationId)
      return entry && !isBusy ? enter(state, entry) : stay(state)
    }
    case 'new_organization_clicked':
      return state.status === 'choosing' && state.mayCreate
        ? stay({ ...state, status: 'naming', failure: null })
        : stay(state)
    case 'name_changed':
      return state.status === 'naming' ? stay({ ...state, name: event.value, failure: null }) : stay(state)
    case 'submitted':
      if (state.status !== 'naming') return stay(state)
      return state.name.trim() === '' ? stay({ ...state, failure: refusal('name_required') }) : create(state)
    case 'refused':
      if (!isBusy || !isAwaited(state, event)) return stay(state)
      if (event.failure.error_type === notAllowed) return stay(failed(state, 'CannotJoinOrgDueToAuthPolicy'))
      if (event.failure.error_type === claimed) return stay(failed(state, 'OrganizationDiscoveryClaimedDomain'))
      // The name that was typed stays.
      return stay({
        ...state,
        status: state.status === 'creating' && state.name !== '' ? 'naming' : 'choosing',
        failure: event.failure,
      })
    default:
      return stay(state)
  }
}

/** The organization does not accept the address, or no way to sign in that the person has. */
export const notAllowed = 'operation_restricted_by_organization_auth_methods'

/** Another organization has the domain of the address. */
const claimed = 'organization_settings_duplicate_domain'

/** The provider would only ask for the connection: that step is left out. */
function enter(state: Discovery, { organization, connectionId }: Entry): B2bStep {
  if (connectionId !== null) return startSso(state, connectionId, organization.id)
  const next = state.calls + 1
  return {
    state: { ...state, status: 'entering', pressed: organization.id, failure: null, calls: next },
    effects: [call(next, { type: 'enter', organizationId: organization.id })],
  }
}

/** Without a name, the provider derives one from the address. */
function create(state: Discovery): B2bStep {
  const next = state.calls + 1
  return {
    state: { ...state, status: 'creating', failure: null, calls: next },
    effects: [call(next, { type: 'create_organization', name: state.name.trim() })],
  }
}
