import { validate } from '../../../core/validate.ts'
import type { B2bContext } from '../../session/member-kind.ts'
import type { SsoConnections } from './sso-calls.ts'

/** Loads the calls when the first is made, because only pages of admins make them. */
export function createSso({ request }: B2bContext): SsoConnections {
  const lazy =
    <Args extends unknown[], Data>(call: (calls: SsoConnections) => (...args: Args) => Promise<Data>) =>
    async (...args: Args): Promise<Data> =>
      call((await import('./sso-calls.ts')).createSsoCalls({ request, validate }))(...args)
  return {
    getConnections: lazy((calls) => calls.getConnections),
    discoverConnections: lazy((calls) => calls.discoverConnections),
    deleteConnection: lazy((calls) => calls.deleteConnection),
    startTest: lazy((calls) => calls.startTest),
    getTest: lazy((calls) => calls.getTest),
    saml: {
      createConnection: lazy(({ saml }) => saml.createConnection),
      updateConnection: lazy(({ saml }) => saml.updateConnection),
      updateConnectionByURL: lazy(({ saml }) => saml.updateConnectionByURL),
      deleteVerificationCertificate: lazy(({ saml }) => saml.deleteVerificationCertificate),
    },
    oidc: {
      createConnection: lazy(({ oidc }) => oidc.createConnection),
      updateConnection: lazy(({ oidc }) => oidc.updateConnection),
    },
    external: {
      createConnection: lazy(({ external }) => external.createConnection),
      updateConnection: lazy(({ external }) => external.updateConnection),
    },
  }
}
