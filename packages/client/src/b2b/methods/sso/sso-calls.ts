import type { Endpoint } from '@latchkey/contract'
import type {
  B2bSsoDeleteConnectionResponse,
  B2bSsoDeleteVerificationCertificateResponse,
  B2bSsoDiscoverConnectionsResponse,
  B2bSsoExternalConnectionResponse,
  B2bSsoExternalCreateRequest,
  B2bSsoExternalUpdateRequest,
  B2bSsoGetConnectionsResponse,
  B2bSsoGetTestResponse,
  B2bSsoOidcConnectionResponse,
  B2bSsoOidcCreateRequest,
  B2bSsoOidcUpdateRequest,
  B2bSsoSamlConnectionResponse,
  B2bSsoSamlCreateRequest,
  B2bSsoSamlUpdateByUrlRequest,
  B2bSsoSamlUpdateRequest,
  B2bSsoStartTestResponse,
} from '@latchkey/contract/b2b'
import {
  b2bSsoDeleteConnection,
  b2bSsoDiscoverConnections,
  b2bSsoExternalCreate,
  b2bSsoExternalUpdate,
  b2bSsoGetConnections,
  b2bSsoGetTest,
  b2bSsoOidcCreate,
  b2bSsoOidcUpdate,
  b2bSsoSamlCreate,
  b2bSsoSamlDeleteVerificationCertificate,
  b2bSsoSamlUpdate,
  b2bSsoSamlUpdateByUrl,
  b2bSsoStartTest,
} from '@latchkey/contract/b2b'
import type { validate } from '../../../core/validate.ts'
import type { B2bContext } from '../../session/member-kind.ts'

interface Named {
  connection_id: string
}

/** The SSO connections of the organization. Every call but `discoverConnections` needs a permission on `latchkey.sso`. */
export interface SsoConnections {
  /** Lists all connections. */
  getConnections(): Promise<B2bSsoGetConnectionsResponse>
  /**
   * Finds the active connections of the organization that has the domain of the address verified. Needs no session.
   *
   * @example
   * const { connections } = await client.sso.discoverConnections('ada@acme.example')
   */
  discoverConnections(emailAddress: string): Promise<B2bSsoDiscoverConnectionsResponse>
  /** Deletes a connection of any kind, and the roles that members have from it. */
  deleteConnection(connectionId: string): Promise<B2bSsoDeleteConnectionResponse>
  /**
   * Starts a test, which creates no session. Open `test_url` in a browser, and read the result with `getTest`.
   *
   * @example
   * const { test_url, test_id } = await client.sso.startTest(connection_id)
   */
  startTest(connectionId: string): Promise<B2bSsoStartTestResponse>
  /** Reads the result of a test: `waiting`, or what each check expected and received. */
  getTest(options: Named & { test_id: string }): Promise<B2bSsoGetTestResponse>
  readonly saml: {
    createConnection(options?: B2bSsoSamlCreateRequest): Promise<B2bSsoSamlConnectionResponse>
    /**
     * Changes the given fields only.
     *
     * @example
     * await client.sso.saml.updateConnection({ connection_id, metadata_xml: await file.text() })
     */
    updateConnection(options: Named & B2bSsoSamlUpdateRequest): Promise<B2bSsoSamlConnectionResponse>
    /** Reads the metadata of the identity provider at an address, now and every day. */
    updateConnectionByURL(options: Named & B2bSsoSamlUpdateByUrlRequest): Promise<B2bSsoSamlConnectionResponse>
    deleteVerificationCertificate(
      options: Named & { certificate_id: string },
    ): Promise<B2bSsoDeleteVerificationCertificateResponse>
  }
  readonly oidc: {
    createConnection(options?: B2bSsoOidcCreateRequest): Promise<B2bSsoOidcConnectionResponse>
    /** Changes the given fields only. `warning` tells that the issuer does not respond as expected. */
    updateConnection(options: Named & B2bSsoOidcUpdateRequest): Promise<B2bSsoOidcConnectionResponse>
  }
  readonly external: {
    /** Reuses a connection of another organization, which shares it. */
    createConnection(options: B2bSsoExternalCreateRequest): Promise<B2bSsoExternalConnectionResponse>
    updateConnection(options: Named & B2bSsoExternalUpdateRequest): Promise<B2bSsoExternalConnectionResponse>
  }
}

/** `request` replaces one parameter of a path. */
function ofConnection<Fields, Data>(
  { method, path }: Endpoint<Fields, Data, string>,
  { connection_id }: Named,
): Endpoint<Fields, Data> {
  return { method, path: path.replace('{connection_id}', encodeURIComponent(connection_id)) }
}

/** `validate` is an argument: an import of a value would make bundlers split the entry into two files. */
export function createSsoCalls({
  request,
  validate: check,
}: Pick<B2bContext, 'request'> & { validate: typeof validate }): SsoConnections {
  const update =
    <Fields, Data>(method: string, endpoint: Endpoint<Fields, Data>, types = 'connection_id') =>
    async (options: Named & Fields): Promise<Data> => {
      check(method, types, options)
      const { connection_id, ...fields } = options
      return request(endpoint, fields as Fields, connection_id)
    }
  return {
    getConnections: () => request(b2bSsoGetConnections, null),
    async discoverConnections(emailAddress) {
      check('sso.discoverConnections', 'emailAddress', { emailAddress })
      const { method, path } = b2bSsoDiscoverConnections
      const found: Endpoint<null, B2bSsoDiscoverConnectionsResponse> = {
        method,
        path: `${path}?email_address=${encodeURIComponent(emailAddress)}`,
      }
      return request(found, null)
    },
    async deleteConnection(connectionId) {
      check('sso.deleteConnection', 'connectionId', { connectionId })
      return request(b2bSsoDeleteConnection, null, connectionId)
    },
    async startTest(connectionId) {
      check('sso.startTest', 'connectionId', { connectionId })
      return request(b2bSsoStartTest, null, connectionId)
    },
    async getTest(options) {
      check('sso.getTest', 'connection_id test_id', options)
      return request(ofConnection(b2bSsoGetTest, options), null, options.test_id)
    },
    saml: {
      createConnection: (options = {}) => request(b2bSsoSamlCreate, options),
      updateConnection: update('sso.saml.updateConnection', b2bSsoSamlUpdate),
      updateConnectionByURL: update(
        'sso.saml.updateConnectionByURL',
        b2bSsoSamlUpdateByUrl,
        'connection_id metadata_url',
      ),
      async deleteVerificationCertificate(options) {
        check('sso.saml.deleteVerificationCertificate', 'connection_id certificate_id', options)
        return request(ofConnection(b2bSsoSamlDeleteVerificationCertificate, options), null, options.certificate_id)
      },
    },
    oidc: {
      createConnection: (options = {}) => request(b2bSsoOidcCreate, options),
      updateConnection: update('sso.oidc.updateConnection', b2bSsoOidcUpdate),
    },
    external: {
      async createConnection(options) {
        check('sso.external.createConnection', 'external_organization_id external_connection_id', options)
        return request(b2bSsoExternalCreate, options)
      },
      updateConnection: update('sso.external.updateConnection', b2bSsoExternalUpdate),
    },
  }
}
