import type { ClientType, IdpClient } from '@latchkey/contract'
import type { OAuthClientRecord } from '../storage/records.ts'

export function clientTypeOf({ isFirstParty, isPublic }: OAuthClientRecord): ClientType {
  if (isFirstParty) return isPublic ? 'first_party_public' : 'first_party'
  return isPublic ? 'third_party_public' : 'third_party'
}

/** A client application as the consent page shows it. */
export function clientView(client: OAuthClientRecord): IdpClient {
  return {
    client_id: client.id,
    client_type: clientTypeOf(client),
    client_name: client.name,
    client_description: client.description,
    ...(client.logoUrl === null ? {} : { client_logo_url: client.logoUrl }),
    // A client application that registered itself can claim anything about itself.
    is_verified: client.source === 'admin',
  }
}
