import type { Provider } from '@latchkey/server'
import {
  type CertificateStage,
  type EnterpriseAddresses,
  type EnterpriseChoice,
  type EnterpriseClient,
  type EnterpriseIdpName,
  enterpriseForm,
  type FakeEnterprise,
} from '@latchkey/server/dev'
import { finishSignIn, postedForm, startSignIn } from './sign-in-redirects.ts'

/** A SAML response on its way to the Assertion Consumer Service (ACS). */
export interface TestSamlResponse {
  acsUrl: string
  /** The fields of the form: `SAMLResponse` in base64, and `RelayState` if the request has one. */
  fields: Record<string, string>
}

/**
 * Fakes of the identity providers of companies: Okta, Microsoft Entra ID and a generic one. Each has SAML and OpenID
 * Connect with real keys.
 */
export interface TestEnterprise {
  /** What a connection needs to know: entity id, single sign-on URL, issuer, client id and secret. */
  addresses(idp: EnterpriseIdpName): EnterpriseAddresses
  /**
   * Completes a sign-in of a connection: follows the start URL, signs the person in at the identity provider and returns
   * the URL that the browser is redirected to.
   *
   * @example
   * await kit.enterprise.follow(startUrl, { person: 'ada', groups: ['Admins'] })
   */
  follow(startUrl: string, choice: EnterpriseChoice): Promise<string>
  saml: {
    /** The metadata of the identity provider, as XML. */
    metadata(idp: EnterpriseIdpName): Promise<string>
    /** Responds to the request in a single sign-on URL, to which the provider redirects the browser. */
    respond(requestUrl: string, choice: EnterpriseChoice): Promise<TestSamlResponse>
    /** Opens the application tile: a response without a request. */
    openTile(idp: EnterpriseIdpName, acsUrl: string, choice: EnterpriseChoice): Promise<TestSamlResponse>
    /** Replaces the signing certificate step by step. */
    setCertificateStage(idp: EnterpriseIdpName, stage: CertificateStage): Promise<void>
  }
  oidc: {
    /** Responds to an authorization URL, and returns the URL of the provider with a code or an error. */
    respond(authorizationUrl: string, choice: EnterpriseChoice): Promise<string>
    /** Registers a client with a secret, or with keys for `private_key_jwt`. */
    registerClient(idp: EnterpriseIdpName, client: EnterpriseClient): Promise<void>
  }
}

export function createTestEnterprise(kit: {
  provider: Provider
  enterprise: FakeEnterprise
  baseUrl: string
}): TestEnterprise {
  const { provider, enterprise, baseUrl } = kit

  /** Sends the form of the page to choose a person. */
  function choose(url: string, choice: EnterpriseChoice): Promise<Response> {
    return enterprise.fetch(new Request(url, { method: 'POST', body: new URLSearchParams(enterpriseForm(choice)) }))
  }

  async function respondBySaml(url: string, choice: EnterpriseChoice): Promise<TestSamlResponse> {
    const { action, fields } = postedForm(await (await choose(url, choice)).text())
    return { acsUrl: action, fields }
  }

  async function respondByOidc(url: string, choice: EnterpriseChoice): Promise<string> {
    const response = await choose(url, choice)
    const location = response.headers.get('location')
    if (location === null) throw new Error(`The identity provider rejected the sign-in: ${await response.text()}`)
    return location
  }

  async function returnFrom(url: string, choice: EnterpriseChoice): Promise<Request> {
    if (new URL(url).pathname.endsWith('/authorize')) return new Request(await respondByOidc(url, choice))
    const { acsUrl, fields } = await respondBySaml(url, choice)
    return new Request(acsUrl, { method: 'POST', body: new URLSearchParams(fields) })
  }

  return {
    addresses: enterprise.addresses,
    async follow(startUrl, choice) {
      const { request, cookie } = await startSignIn(provider, startUrl)
      return finishSignIn(provider, await returnFrom(request.href, choice), cookie)
    },
    saml: {
      metadata: enterprise.metadata,
      respond: respondBySaml,
      openTile(idp, acsUrl, choice) {
        const query = new URLSearchParams({ acs: acsUrl })
        return respondBySaml(`${baseUrl}/dev/enterprise/tile/${idp}?${query}`, choice)
      },
      setCertificateStage: enterprise.setCertificateStage,
    },
    oidc: { respond: respondByOidc, registerClient: enterprise.registerClient },
  }
}
