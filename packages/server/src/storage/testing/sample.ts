import { type OrganizationRealm, projectRealm } from '../realm.ts'
import type {
  AccountRecord,
  AuditRecord,
  MemberRecord,
  OAuthCredentialsRecord,
  OneTimeRecord,
  OrganizationRecord,
  OutboxRecord,
  ProjectRecord,
  RegistrationRecord,
  SessionRecord,
  SigningKeyRecord,
} from '../records.ts'
import type { SsoConnectionRecord } from '../sso-connections.ts'

/** The current time of the samples. */
export const sampleNow = 1_800_000_000_000

let count = 0

/** Ids of different samples never meet, so that one database can serve many tests. Later ids sort last. */
export function uniqueId(kind: string): string {
  count += 1
  return `${kind}-test-${process.pid}-${String(count).padStart(6, '0')}`
}

export function sampleProject(change: Partial<ProjectRecord> = {}): ProjectRecord {
  const id = change.id ?? uniqueId('project')
  return {
    id,
    name: 'Sample',
    environment: 'test',
    vertical: 'CONSUMER',
    publicToken: `public-token-${id}`,
    issuer: `https://login.example.com/v1/public/${id}`,
    settings: {
      authorizedOrigins: ['http://localhost:*'],
      redirectUrls: { login: ['http://localhost:3000/'], signup: [], reset_password: [], logout: [] },
      enabledMethods: { magicLinks: true, otpEmail: true, otpSms: false, otpWhatsapp: false },
      pkceRequired: { emailMagicLinks: true, passwordResets: true, oauth: true, sso: true },
      captcha: { enabled: false },
      dfp: { enabled: false, mode: 'OBSERVATION' },
      enumeration: 'bulk',
      stepUpMinutes: 0,
      jwtAlgorithm: 'ES256',
      rbacPolicy: { roles: [], resources: [], scopes: [] },
      disableWatermark: false,
      emailDomains: [],
      cnameDomain: null,
      siweRequired: false,
      slugPattern: null,
      createOrganizationEnabled: false,
      maxSessionMinutes: 527_040,
      limits: {},
    },
    revision: 1,
    createdAt: sampleNow,
    ...change,
  }
}

export function sampleKey(projectId: string, change: Partial<SigningKeyRecord> = {}): SigningKeyRecord {
  return {
    projectId,
    kid: uniqueId('kid'),
    algorithm: 'ES256',
    state: 'next',
    publicJwk: { kty: 'EC', crv: 'P-256' },
    privateKeySealed: 'sealed',
    createdAt: sampleNow,
    activatedAt: null,
    retiredAt: null,
    ...change,
  }
}

export function sampleAccount(
  projectId: string,
  change: Partial<Omit<AccountRecord, 'registrations'>> = {},
): Omit<AccountRecord, 'registrations'> {
  return {
    ...projectRealm(projectId),
    id: uniqueId('user'),
    status: 'active',
    name: { first_name: 'Ada', middle_name: '', last_name: 'Byron' },
    trustedMetadata: {},
    untrustedMetadata: {},
    roles: ['user'],
    externalId: null,
    disabledAt: null,
    secretsValidAfter: null,
    sessionsEpoch: 0,
    createdAt: sampleNow,
    updatedAt: sampleNow,
    ...change,
  }
}

export function sampleOrganization(projectId: string, change: Partial<OrganizationRecord> = {}): OrganizationRecord {
  const id = change.id ?? uniqueId('organization')
  return {
    projectId,
    id,
    name: 'Acme',
    slug: id,
    logoUrl: null,
    trustedMetadata: {},
    externalId: null,
    settings: {},
    revision: 1,
    suspendedAt: null,
    createdAt: sampleNow,
    updatedAt: sampleNow,
    customRoles: [],
    ssoConnections: [],
    ...change,
  }
}

export function sampleSsoConnection(
  { projectId, organizationId }: OrganizationRealm,
  change: Partial<SsoConnectionRecord> = {},
): SsoConnectionRecord {
  return {
    ...{ projectId, organizationId, id: uniqueId('saml-connection'), kind: 'saml', status: 'active' },
    ...{ displayName: 'Acme', identityProvider: 'generic', config: {}, secretsSealed: 'sealed', revision: 1 },
    ...{ testedAt: null, metadataReadAt: null, nextCheckAt: null, createdAt: sampleNow, updatedAt: sampleNow },
    ...change,
  }
}

/** A member with an email address. */
export function sampleMember(
  realm: OrganizationRealm,
  change: Partial<Omit<MemberRecord, 'account'>> = {},
  address?: string,
): MemberRecord {
  const id = change.id ?? uniqueId('member')
  const createdAt = change.createdAt ?? sampleNow
  const account = sampleAccount(realm.projectId, { ...realm, id, createdAt, roles: [] })
  const registration = sampleRegistration(account, { createdAt, ...(address ? { uniqueKey: address } : {}) })
  return {
    projectId: realm.projectId,
    organizationId: realm.organizationId,
    id,
    status: 'active',
    isBreakglass: false,
    mfaEnrolled: false,
    defaultMfaMethod: null,
    invitedBy: null,
    joinedAt: sampleNow,
    deletedAt: null,
    createdAt,
    roles: [],
    ...change,
    account: { ...account, registrations: [registration] },
  }
}

export function sampleRegistration(
  account: { projectId: string; organizationId?: string | null; id: string },
  change: Partial<RegistrationRecord> = {},
): RegistrationRecord {
  const id = change.id ?? uniqueId('email')
  return {
    id,
    projectId: account.projectId,
    organizationId: account.organizationId ?? null,
    accountId: account.id,
    kind: 'email',
    uniqueKey: `${id}@example.com`,
    verified: false,
    details: {},
    createdAt: sampleNow,
    verifiedAt: null,
    ...change,
  }
}

export function sampleSession(
  account: { projectId: string; id: string },
  change: Partial<SessionRecord> = {},
): SessionRecord {
  const id = change.id ?? uniqueId('session')
  return {
    projectId: account.projectId,
    id,
    tokenHash: `hash-of-${id}`,
    prevHash: null,
    prevValidUntil: null,
    subjectKind: 'user',
    subjectId: account.id,
    organizationId: null,
    factors: [],
    customClaims: null,
    ipAddress: '127.0.0.1',
    userAgent: 'tests',
    actor: null,
    accountEpoch: 0,
    issuedBy: null,
    startedAt: sampleNow,
    lastAccessedAt: sampleNow,
    expiresAt: sampleNow + 3_600_000,
    revokedAt: null,
    ...change,
  }
}

/** A link; with `tokenHash: null` and a `codeMac` it is a passcode. */
export function sampleOneTime(projectId: string, change: Partial<OneTimeRecord> = {}): OneTimeRecord {
  const id = change.id ?? uniqueId('method')
  return {
    ...projectRealm(projectId),
    id,
    purpose: 'magic_link_login',
    tokenHash: `hash-of-${id}`,
    codeMac: null,
    identifier: `email:${id}@example.com`,
    accountId: null,
    sessionId: null,
    codeChallenge: null,
    mismatches: 0,
    attempts: 0,
    payload: {},
    createdAt: sampleNow,
    expiresAt: sampleNow + 1_800_000,
    usedAt: null,
    usedBy: null,
    voidedAt: null,
    ...change,
  }
}

export function sampleMessage(projectId: string, change: Partial<OutboxRecord> = {}): OutboxRecord {
  const id = change.id ?? uniqueId('message')
  return {
    projectId,
    id,
    channel: 'email',
    payloadSealed: 'sealed',
    idempotencyKey: id,
    state: 'queued',
    attempts: 0,
    unanswered: 0,
    nextAttemptAt: sampleNow,
    leasedUntil: null,
    createdAt: sampleNow,
    expiresAt: sampleNow + 1_800_000,
    ...change,
  }
}

export function sampleAudit(
  projectId: string,
  change: Partial<AuditRecord> = {},
): Omit<AuditRecord, 'seq' | 'prevHash' | 'hash'> {
  return {
    projectId,
    id: uniqueId('audit'),
    at: sampleNow,
    actorKind: 'system',
    actorId: null,
    impersonator: null,
    event: 'sample',
    targetId: null,
    result: 'ok',
    errorType: null,
    ipPrefix: null,
    userAgentHash: null,
    requestId: 'request-id-test-1',
    ...change,
  }
}

export function sampleOAuthCredentials(
  projectId: string,
  change: Partial<OAuthCredentialsRecord> = {},
): OAuthCredentialsRecord {
  return {
    projectId,
    provider: 'google',
    callbackId: uniqueId('oauth-callback'),
    clientId: 'client',
    secretSealed: 'sealed',
    options: {},
    createdAt: sampleNow,
    updatedAt: sampleNow,
    ...change,
  }
}
