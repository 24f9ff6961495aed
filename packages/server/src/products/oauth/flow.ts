import type { IdentityProviderName, OAuthProviderValues, RedirectType } from '@latchkey/contract'
import type { Clock, Random } from '../../core/clock-and-random.ts'
import { randomId } from '../../core/ids.ts'
import type { Vault } from '../../core/vault.ts'
import type { Identity } from '../../social-login/identity-provider.ts'
import type { Realm } from '../../storage/realm.ts'
import type { OneTimePurpose, OneTimeRecord, ProjectRecord } from '../../storage/records.ts'

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

/** The content is sealed with the master key, because it includes tokens of identity providers. */
export function newFlowRow(
  deps: { vault: Vault; clock: Clock; random: Random },
  project: ProjectRecord,
  input: {
    purpose: OneTimePurpose
    /** The account it is issued for; null if there is no account yet. */
    accountId: string | null
    identifier: string
    content: StartedFlow | EndedFlow
    tokenHash: string
    codeChallenge: string | null
    lifetimeMs: number
  },
): OneTimeRecord {
  const now = deps.clock.now()
  const id = randomId('oauth', project.environment, deps.random)
  return {
    ...realmOfFlow(project, input.content),
    id,
    purpose: input.purpose,
    tokenHash: input.tokenHash,
    codeMac: null,
    identifier: input.identifier,
    accountId: input.accountId,
    sessionId: null,
    codeChallenge: input.codeChallenge,
    mismatches: 0,
    attempts: 0,
    payload: { sealed: deps.vault.seal(JSON.stringify(input.content), sealContext(project.id, id)) },
    createdAt: now,
    expiresAt: now + input.lifetimeMs,
    usedAt: null,
    usedBy: null,
    voidedAt: null,
  }
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
  return JSON.parse(vault.open(String(row.payload.sealed), sealContext(row.projectId, row.id))) as StartedFlow
}

export function openEndedFlow(vault: Vault, row: OneTimeRecord): EndedFlow {
  return JSON.parse(vault.open(String(row.payload.sealed), sealContext(row.projectId, row.id))) as EndedFlow
}

function sealContext(projectId: string, id: string): string {
  return `oauth_flow:${projectId}:${id}`
}
