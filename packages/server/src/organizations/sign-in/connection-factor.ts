import type { AuthenticationFactor } from '@latchkey/contract'
import type { ProvenSsoIdentity } from '../../sessions/proven-identity.ts'
import type { MemberRecord } from '../../storage/records.ts'
import { newFactor } from '../prove-factor.ts'

/** The statement of a connection, as stored in a session. It contains no address: it proves none. */
export function connectionFactor(identity: ProvenSsoIdentity, now: number): AuthenticationFactor {
  const { protocol, connectionId, externalId, hasSecondFactor } = identity
  return {
    ...newFactor('sso', `sso_${protocol}`, now),
    [`${protocol}_sso_factor`]: {
      ...{ id: '', provider_id: connectionId, external_id: externalId },
      ...(hasSecondFactor ? { idp_mfa: true } : {}),
    },
  }
}

/** Names the registration of the member in the statement of a connection. */
export function withSsoRegistration(member: MemberRecord | null, factor: AuthenticationFactor): AuthenticationFactor {
  const name = factor.saml_sso_factor === undefined ? 'oidc_sso_factor' : 'saml_sso_factor'
  const known = factor[name]
  if (known === undefined) return factor
  const own = member?.account.registrations.find(
    ({ kind, details }) =>
      kind === 'sso' && details.connection_id === known.provider_id && details.external_id === known.external_id,
  )
  return own === undefined ? factor : { ...factor, [name]: { ...known, id: own.id } }
}
