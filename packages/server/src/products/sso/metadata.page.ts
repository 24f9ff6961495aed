import { isSafeText } from '@latchkey/contract/schemas'
import { ProviderError } from '../../core/provider-error.ts'
import { countRequest } from '../../http/exchange.ts'
import type { Page } from '../../http/page.ts'
import { spMetadataXml } from '../../saml/sp-metadata.ts'
import { connectionAddresses, ssoConnection } from '../../sso/connection.ts'

/** Our metadata for an identity provider. Its address is our entity id, so each connection has its own. */
export const ssoMetadataPage: Page = {
  name: 'ssoMetadata',
  path: '/v1/sso/metadata/:connection_id',
  async handle(context, { headers, client }, params) {
    countRequest(context, client)
    const id = params.connection_id ?? ''
    const record = isSafeText(id) ? await context.storage.ssoConnections.findById(id) : null
    const connection = record && ssoConnection(record)
    if (connection?.kind !== 'saml') throw new ProviderError('sso_connection_not_found')
    const { callback, metadata } = connectionAddresses(context.baseUrl, id)
    const { config } = connection
    const xml = spMetadataXml({
      ...{ entityId: metadata, acsUrl: callback, encryptionCertificates: config.encryptionCertificates },
      signingCertificates: config.signsRequests ? config.signingCertificates : [],
    })
    headers['content-type'] = 'application/samlmetadata+xml'
    headers['cache-control'] = 'public, max-age=300'
    return new Response(xml, { status: 200, headers })
  },
}
