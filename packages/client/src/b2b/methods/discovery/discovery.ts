import type {
  B2bDiscoveryIntermediateSessionsExchangeRequest,
  B2bDiscoveryOrganizationsCreateRequest,
  B2bDiscoveryOrganizationsListResponse,
  MemberSignInResponse,
} from '@latchkey/contract/b2b'
import {
  b2bDiscoveryIntermediateSessionsExchange,
  b2bDiscoveryOrganizationsCreate,
  b2bDiscoveryOrganizationsList,
} from '@latchkey/contract/b2b'
import { validate } from '../../../core/validate.ts'
import type { ContinuedOptions } from '../../session/intermediate.ts'
import { createSignIn, withIntermediate } from '../../session/intermediate.ts'
import type { B2bContext } from '../../session/member-kind.ts'

/** The choice of an organization after a sign-in without one. */
export interface Discovery {
  readonly organizations: {
    /**
     * Lists the organizations that the signed-in person can enter, and what each still requires. Needs an unfinished
     * sign-in or a session.
     *
     * @example
     * const { discovered_organizations } = await client.discovery.organizations.list()
     */
    list(): Promise<B2bDiscoveryOrganizationsListResponse>
    /** Creates an organization, and signs in to it as its first admin. */
    create(options: ContinuedOptions<B2bDiscoveryOrganizationsCreateRequest>): Promise<MemberSignInResponse>
  }
  readonly intermediateSessions: {
    /**
     * Signs in to an organization. Without a session in the response, another factor is missing.
     *
     * @example
     * await client.discovery.intermediateSessions.exchange({ organization_id, session_duration_minutes: 60 })
     */
    exchange(options: ContinuedOptions<B2bDiscoveryIntermediateSessionsExchangeRequest>): Promise<MemberSignInResponse>
  }
}

export function createDiscovery(ctx: B2bContext): Discovery {
  return {
    organizations: {
      list: async () => ctx.request(b2bDiscoveryOrganizationsList, withIntermediate(ctx, {})),
      async create(options) {
        validate('discovery.organizations.create', 'session_duration_minutes:number', options)
        const body: B2bDiscoveryOrganizationsCreateRequest = options
        return ctx.authenticate(b2bDiscoveryOrganizationsCreate, withIntermediate(ctx, body))
      },
    },
    intermediateSessions: {
      exchange: createSignIn(
        ctx,
        b2bDiscoveryIntermediateSessionsExchange,
        'discovery.intermediateSessions.exchange',
        'organization_id session_duration_minutes:number locale?',
      ),
    },
  }
}
