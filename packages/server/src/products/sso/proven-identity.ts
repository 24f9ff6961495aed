import type { ProvenSsoIdentity } from '../../sessions/proven-identity.ts'
import { ssoRegistrationKey } from '../../sso/connection.ts'
import type { EndedSso } from './flow.ts'

export function provenIdentity(ended: EndedSso): ProvenSsoIdentity {
  const { connectionId, protocol, issuer, identity, address, hasSecondFactor } = ended
  const { externalId, name, groups, attributes } = identity
  return {
    ...{ kind: 'sso', protocol, connectionId, externalId, name, attributes, hasSecondFactor },
    key: ssoRegistrationKey(connectionId, issuer, externalId),
    ...{ statedAddress: address, groups: [...groups] },
  }
}
