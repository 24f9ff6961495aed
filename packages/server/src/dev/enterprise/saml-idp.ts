import type { EnterpriseFault } from './faults.ts'
import { createSamlKeys } from './keys.ts'
import { keysAt, samlMetadataXml } from './saml-metadata.ts'
import { samlResponse } from './saml-response.ts'

/** A SAML identity provider without endpoints, which responds for any person. */
export interface FakeSamlIdp {
  entityId: string
  metadata(ssoUrl: string): string
  /** A signed response, as XML. */
  respond(input: FakeSamlResponse): string
}

export interface FakeSamlResponse {
  now: number
  acsUrl: string
  spEntityId: string
  requestId: string
  email: string
  groups?: readonly string[]
  /** Whether the identity provider checked a second factor. Defaults to false. */
  secondFactor?: boolean
  fault?: EnterpriseFault
}

/** Creates an identity provider with real keys, for tests of readers. */
export async function createFakeSamlIdp({ entityId, now }: { entityId: string; now: number }): Promise<FakeSamlIdp> {
  const keys = keysAt(await createSamlKeys(now), 'before')
  return {
    entityId,
    metadata: (ssoUrl) => samlMetadataXml({ entityId, ssoUrl, published: keys.published }),
    respond: ({ email, groups = [], secondFactor, fault, ...input }) =>
      samlResponse({
        ...input,
        ...{ entityId, keys, nameId: email, attributes: { email: [email], groups }, emailAttribute: 'email' },
        nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
        authnContext:
          secondFactor === true
            ? 'https://refeds.org/profile/mfa'
            : 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
        fault: fault ?? null,
      }),
  }
}
