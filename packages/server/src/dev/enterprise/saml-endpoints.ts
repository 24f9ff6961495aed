import type { Clock } from '../../core/clock-and-random.ts'
import { readForm } from '../../http/read-body.ts'
import { formPostPage, rejectionPage } from '../social-login/fake-page.ts'
import { isCallback, readAuthnRequest } from './authn-request.ts'
import { choiceFromText, choiceToText, hasChoice, readChoice, type SignedInPerson } from './choice.ts'
import { choicePage } from './choice-page.ts'
import type { EnterpriseIdp } from './identity-providers.ts'
import type { EnterpriseKeys } from './keys.ts'
import { largestForm } from './oidc-endpoints.ts'
import { keysAt, samlMetadataXml } from './saml-metadata.ts'
import { samlResponse } from './saml-response.ts'
import type { EnterpriseState } from './state.ts'

export interface SamlEndpointsDeps {
  clock: Clock
  keys: EnterpriseKeys
  state: EnterpriseState
  /** `<base URL>/dev/enterprise/saml/` */
  root: string
  /** ACS URLs start with this. */
  callbacks: string
  /** Entity ids of applications start with this, and are the address of their metadata. */
  metadataRoot: string
  /** The metadata of an application of this provider; null without one. */
  readMetadata(entityId: string): Promise<string | null>
}

/** A response that is posted to an ACS. */
interface PostedSamlResponse {
  acsUrl: string
  fields: { SAMLResponse: string; RelayState?: string }
}

const sessionSeconds = 60

export interface SamlEndpoints {
  metadata(idp: EnterpriseIdp): Promise<string>
  /** The application tile: a response without a request, and a short session for the request that follows it. */
  tile(idp: EnterpriseIdp, request: Request): Promise<Response>
  /** The response for a path below the name of the provider; null if there is no such endpoint. */
  handle(idp: EnterpriseIdp, path: string, request: Request): Promise<Response | null>
}

/** SAML 2.0 Web Browser SSO (SAML profiles §4.1). */
export function createSamlEndpoints(deps: SamlEndpointsDeps): SamlEndpoints {
  const { clock, keys, state, root, callbacks, metadataRoot } = deps

  async function metadata(idp: EnterpriseIdp): Promise<string> {
    const { published } = keysAt(await keys.saml(idp.name), await state.stageOf(idp.name))
    return samlMetadataXml({ entityId: `${root}${idp.name}/metadata`, ssoUrl: `${root}${idp.name}/sso`, published })
  }

  async function respond(
    idp: EnterpriseIdp,
    signedIn: SignedInPerson,
    to: { acsUrl: string; spEntityId: string; requestId: string | null; relayState: string | null },
  ): Promise<PostedSamlResponse> {
    const { authnContext, nameIdFormat, emailAttribute } = idp.saml
    const xml = samlResponse({
      ...{ acsUrl: to.acsUrl, spEntityId: to.spEntityId, requestId: to.requestId, now: clock.now() },
      entityId: `${root}${idp.name}/metadata`,
      keys: keysAt(await keys.saml(idp.name), await state.stageOf(idp.name)),
      ...{ nameIdFormat, emailAttribute, fault: signedIn.fault },
      nameId: idp.saml.nameId(signedIn),
      attributes: idp.saml.attributes(signedIn),
      authnContext: signedIn.secondFactor ? authnContext.secondFactor : authnContext.password,
    })
    const relayState = to.relayState === null ? {} : { RelayState: to.relayState }
    return { acsUrl: to.acsUrl, fields: { SAMLResponse: Buffer.from(xml).toString('base64'), ...relayState } }
  }

  async function sso(idp: EnterpriseIdp, request: Request): Promise<Response> {
    const { search, searchParams } = new URL(request.url)
    const form = request.method === 'POST' ? await readForm(request, largestForm) : {}
    // The page posts to its own address: a request in the query is there in both methods.
    const isRedirect = request.method === 'GET' || searchParams.has('SAMLRequest')
    const read = await readAuthnRequest(
      { binding: isRedirect ? 'redirect' : 'post', query: search.slice(1), form },
      {
        ...{ ssoUrl: `${root}${idp.name}/sso`, callbacks },
        readMetadata: async (entityId) => (isCallback(entityId, metadataRoot) ? deps.readMetadata(entityId) : null),
      },
    )
    if (typeof read === 'string') return rejectionPage(idp.displayName, read)
    const session = hasChoice(form) || read.forceAuthn ? null : sessionOf(idp, request)
    if (session === null && !hasChoice(form))
      return choicePage({
        ...{ idp, protocol: 'saml', hidden: isRedirect ? {} : form },
        ...{ application: read.spEntityId, host: new URL(read.acsUrl).host },
      })
    const signedIn = session ?? readChoice(form)
    if (typeof signedIn === 'string') return rejectionPage(idp.displayName, signedIn)
    const { acsUrl, fields } = await respond(idp, signedIn, { ...read, requestId: read.id })
    return formPostPage(idp.displayName, acsUrl, fields, session === null ? {} : sessionCookie(idp, '', 0))
  }

  async function tile(idp: EnterpriseIdp, request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url)
    const acsUrl = searchParams.get('acs') ?? ''
    if (!isCallback(acsUrl, callbacks))
      return rejectionPage(idp.displayName, `The ACS URL must start with ${callbacks}.`)
    const audience = searchParams.get('audience') ?? ''
    const spEntityId = audience === '' ? `${metadataRoot}${acsUrl.slice(callbacks.length)}` : audience
    if (!isCallback(spEntityId, metadataRoot))
      return rejectionPage(idp.displayName, `The entity id must start with ${metadataRoot}.`)
    if (request.method === 'GET')
      return choicePage({
        ...{ idp, protocol: 'saml', hidden: {}, application: spEntityId, host: new URL(acsUrl).host },
      })
    const form = await readForm(request, largestForm)
    const signedIn = readChoice(form)
    if (typeof signedIn === 'string') return rejectionPage(idp.displayName, signedIn)
    const posted = await respond(idp, signedIn, { acsUrl, spEntityId, requestId: null, relayState: null })
    return formPostPage(idp.displayName, acsUrl, posted.fields, sessionCookie(idp, choiceToText(form), sessionSeconds))
  }

  function sessionCookie(idp: EnterpriseIdp, text: string, seconds: number): Record<string, string> {
    const path = new URL(root).pathname
    return {
      'set-cookie': `${cookieName(idp)}=${text}; Max-Age=${seconds}; Path=${path}; HttpOnly; SameSite=Lax`,
    }
  }

  return {
    metadata,
    tile,
    async handle(idp: EnterpriseIdp, path: string, request: Request): Promise<Response | null> {
      switch (`${request.method} ${path}`) {
        case 'GET metadata':
          return new Response(await metadata(idp), {
            headers: {
              ...{ 'content-type': 'application/samlmetadata+xml; charset=utf-8', 'cache-control': 'no-store' },
              'x-content-type-options': 'nosniff',
            },
          })
        case 'GET sso':
        case 'POST sso':
          return sso(idp, request)
        default:
          return null
      }
    },
  }
}

function cookieName({ name }: EnterpriseIdp): string {
  return `latchkey-enterprise-${name}`
}

/** The person of a session that the application tile started. */
function sessionOf(idp: EnterpriseIdp, request: Request): SignedInPerson | null {
  const cookies = (request.headers.get('cookie') ?? '').split('; ').map((pair) => pair.split('='))
  const [, text = ''] = cookies.find(([name]) => name === cookieName(idp)) ?? []
  return text === '' ? null : choiceFromText(text)
}
