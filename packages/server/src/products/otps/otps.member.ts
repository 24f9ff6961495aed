import type { Ok } from '@latchkey/contract'
import type {
  B2bOtpsEmailAuthenticateRequest,
  B2bOtpsEmailAuthenticateResponse,
  B2bOtpsEmailDiscoveryAuthenticateRequest,
  B2bOtpsEmailDiscoverySendRequest,
  B2bOtpsEmailLoginOrSignupRequest,
  DiscoveryResponse,
} from '@latchkey/contract/b2b'
import type { Call, DataOf } from '../../core/route.ts'
import { emailIdentifier, identifierText } from '../../identifiers/identifier.ts'
import { findOrganization } from '../../organizations/find-organization.ts'
import { concludeSignIn, findContinued, newSignInTokens } from '../../organizations/sign-in/conclude-sign-in.ts'
import { discoveryRecipient, findMemberRecipient } from '../../organizations/sign-in/member-recipient.ts'
import { concludedAnswer } from '../../organizations/sign-in/member-response.ts'
import { addressFactor, discoveryAnswer, startDiscoveryByMail } from '../../organizations/sign-in/start-discovery.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { channels } from '../../sending/passcode-channels.ts'
import { sendPasscode } from '../../sending/send-passcode.ts'
import { organizationRealm, projectRealm, type Realm } from '../../storage/realm.ts'
import type { OneTimeRecord } from '../../storage/records.ts'
import { newLinkToken } from '../../tokens/one-time-secrets.ts'
import { enterPasscode } from './otps.authenticate.ts'

const { purpose } = channels.email

/** Sends a code that signs in to one organization. */
export async function sendMemberCode(
  context: ProviderContext,
  call: Call<B2bOtpsEmailLoginOrSignupRequest>,
): Promise<DataOf<Ok>> {
  const { project, body } = call
  const organization = await findOrganization(context.storage, project.id, body.organization_id)
  await sendPasscode(context, call, {
    ...{ channel: 'email', mode: 'login_or_create' },
    identify: () => emailIdentifier(body.email_address),
    findRecipient: (identifier) => findMemberRecipient(context, call, identifier, organization),
    minutes: (kind) => (kind === 'signup' ? body.signup_expiration_minutes : body.login_expiration_minutes),
  })
  return {}
}

export async function authenticateMemberCode(
  context: ProviderContext,
  call: Call<B2bOtpsEmailAuthenticateRequest>,
): Promise<DataOf<B2bOtpsEmailAuthenticateResponse>> {
  const { project, body } = call
  const organization = await findOrganization(context.storage, project.id, body.organization_id)
  const { key: address } = emailIdentifier(body.email_address)
  const { row, result } = await enterPasscode(context, call, {
    code: body.code,
    findSent: () => findSent(context, organizationRealm(organization), address),
    async prepare() {
      const caller = await call.session()
      const continued = await findContinued(context, call)
      const tokens = newSignInTokens(context.random)
      return async (tx, row) =>
        concludeSignIn(tx, context, call, {
          organization: await findOrganization(tx, project.id, organization.id),
          ...{ address, knownBy: 'address_proof', payload: row.payload },
          factors: [addressFactor('otp', address, context.clock.now())],
          secret: { accountId: row.accountId, issuedAt: row.createdAt, dead: 'otp_code_not_found' },
          notAllowed: 'operation_restricted_by_organization_auth_methods',
          ...{ event: 'otp_authenticate', targetId: row.id, durationMinutes: body.session_duration_minutes },
          ...{ caller, continued, tokens },
        })
    },
  })
  context.metrics.oneTime(row.purpose, 'redeemed')
  return { ...(await concludedAnswer(context, call, result)), method_id: row.id }
}

/** Sends a code that proves an address, to find the organizations of its owner. */
export async function sendDiscoveryCode(
  context: ProviderContext,
  call: Call<B2bOtpsEmailDiscoverySendRequest>,
): Promise<DataOf<Ok>> {
  const { body } = call
  await sendPasscode(context, call, {
    ...{ channel: 'email', mode: 'primary' },
    identify: () => emailIdentifier(body.email_address),
    findRecipient: async (identifier) => discoveryRecipient(call, identifier),
    minutes: () => body.discovery_expiration_minutes,
  })
  return {}
}

export async function authenticateDiscoveryCode(
  context: ProviderContext,
  call: Call<B2bOtpsEmailDiscoveryAuthenticateRequest>,
): Promise<DataOf<DiscoveryResponse>> {
  const { project, body } = call
  const { key: address } = emailIdentifier(body.email_address)
  const token = newLinkToken(context.random)
  const { row, result } = await enterPasscode(context, call, {
    code: body.code,
    findSent: () => findSent(context, projectRealm(project.id), address),
    prepare: async () => (tx, row) =>
      startDiscoveryByMail(tx, context, call, { row, type: 'otp', event: 'otp_authenticate', token }),
  })
  context.metrics.oneTime(row.purpose, 'redeemed')
  return discoveryAnswer(context, call, result, token)
}

/** The newest code for the address: a new one voids those before it. */
async function findSent(
  { storage, clock }: Pick<ProviderContext, 'storage' | 'clock'>,
  realm: Realm,
  address: string,
): Promise<OneTimeRecord | null> {
  const identifier = identifierText({ kind: 'email', key: address })
  const [sent] = await storage.oneTime.listLive(realm, identifier, [purpose], { now: clock.now(), limit: 1 })
  return sent ?? null
}
