import type { IdentityProviderName, OAuthProviderValues, RedirectType } from '@latchkey/contract'
import type { Clock, Random } from '../../core/clock-and-random.ts'
import type { Vault } from '../../core/vault.ts'
import type { Identity } from '../../social-login/identity-provider.ts'
import type { Realm } from '../../storage/realm.ts'
import type { OneTimeRecord, ProjectRecord } from '../../storage/records.ts'
import { type NewFlowRow, newFlowRow, openFlowRow } from '../../tokens/flow-row.ts'

/** What a sign-in at an identity provider is for. */
export interface FlowTarget {
  /** Null in consumer projects, and while the person has not chosen an organization. */
  organizationId: string | null
  /** The token of the landing page: a discovery lists organizations instead of starting a session. */
  tokenType: 'oauth' | 'discovery_oauth'
}

/** The state of a flow while the user is at the identity provider. */
export interface StartedFlow extends FlowTarget {
  provider: IdentityProviderName
  codeVerifier: string
  nonce: string
  scopes: string[]
  loginRedirectUrl: string
  signupRedirectUrl: string
  /** The host page's code challenge: the token at the end of the flow is redeemed with its verifier. */
  codeChallenge: string | null
  /** The account that the identity is added to, if the flow began with an attach token. */
  attachTo: string | null
}

/** What the identity provider sent about the user. Stored until the host page redeems its token. */
export interface EndedFlow extends FlowTarget {
  provider: IdentityProviderName
  issuer: string
  identity: Identity
  /** The tenants that the provider asserts; empty in consumer projects. */
  tenants: string[]
  values: OAuthProviderValues
  attachTo: string | null
}

export function newOAuthRow(
  deps: { vault: Vault; clock: Clock; random: Random },
  project: ProjectRecord,
  input: Pick<NewFlowRow, 'purpose' | 'accountId' | 'identifier' | 'tokenHash' | 'codeChallenge' | 'lifetimeMs'> & {
    content: StartedFlow | EndedFlow
  },
): OneTimeRecord {
  const { environment } = project
  return newFlowRow(deps, { ...input, kind: 'oauth', environment, realm: realmOfFlow(project, input.content) })
}

/** The realm in which the identity is looked up. */
export function realmOfFlow({ id }: Pick<ProjectRecord, 'id'>, { organizationId }: FlowTarget): Realm {
  return { projectId: id, organizationId }
}

/** The lists of redirect URLs that the landing page of a flow is on. */
export function redirectLists({ tokenType }: FlowTarget): readonly RedirectType[] {
  return tokenType === 'discovery_oauth' ? ['discovery'] : ['login', 'signup']
}

export function openStartedFlow(vault: Vault, row: OneTimeRecord): StartedFlow {
  return openFlowRow(vault, row)
}

export function openEndedFlow(vault: Vault, row: OneTimeRecord): EndedFlow {
  return openFlowRow(vault, row)
}
