import { ProviderError } from '../../core/provider-error.ts'
import { OutboundError } from '../../outbound/outbound-fetch.ts'
import type { IdpMetadata } from '../../saml/idp-metadata.ts'
import type { ConnectionContext } from './store-connection.ts'

/** Reads the metadata at an address that an admin chose: on the public internet, 256 kB at most, within 5 seconds. */
export async function fetchMetadata(
  { outbound, clock }: Pick<ConnectionContext, 'outbound' | 'clock'>,
  url: string,
): Promise<IdpMetadata> {
  // Loaded when it is needed: commands of other kinds start without a reader of XML.
  const { MetadataError, readIdpMetadata } = await import('../../saml/idp-metadata.ts')
  try {
    const response = await outbound(url, { headers: { accept: 'application/samlmetadata+xml, application/xml' } })
    if (response.status !== 200) throw unreadable('status', `The address responds with ${response.status}.`)
    return readIdpMetadata(await response.text(), clock.now())
  } catch (error) {
    if (error instanceof MetadataError) throw unreadable(error.code, error.message)
    if (error instanceof OutboundError) throw unreadable(error.code)
    throw error
  }
}

/** Rejects with the field for metadata of a request. */
export function unreadable(reason: string, message?: string): ProviderError {
  return new ProviderError('invalid_idp_sso_url', {
    details: { reason, ...(message === undefined ? {} : { message }) },
  })
}
