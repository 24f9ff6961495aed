import { errorTable } from '@latchkey/contract'
import type { Clock, Random } from '../../core/clock-and-random.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { readForm, readJson, requireJson } from '../../http/read-body.ts'
import type { OutboundFetch } from '../../outbound/outbound-fetch.ts'
import { SamlError } from '../../saml/saml-error.ts'
import { rejectionPage } from '../social-login/fake-page.ts'
import { createGrants } from '../social-login/grants.ts'
import { json } from '../social-login/token-endpoint.ts'
import { enterpriseStylePath } from './choice-page.ts'
import { enterpriseStyle } from './enterprise-style.ts'
import { type EnterpriseIdpName, enterpriseIdpNames, enterpriseIdps, isEnterpriseIdp } from './identity-providers.ts'
import type { EnterpriseKeys } from './keys.ts'
import { createOidcEndpoints, type EnterpriseGrant, largestForm } from './oidc-endpoints.ts'
import { overviewPage } from './overview-page.ts'
import { createSamlEndpoints } from './saml-endpoints.ts'
import { type CertificateStage, isCertificateStage } from './saml-metadata.ts'
import { createEnterpriseState, type EnterpriseClient, predefinedClient, readClient } from './state.ts'
import type { EnterpriseStore } from './store.ts'

/** Fakes of the identity providers of companies: SAML and OpenID Connect, real keys, no passwords, no network. */
export interface FakeEnterprise {
  /** Handles requests below `/dev/enterprise`. */
  fetch(request: Request): Promise<Response>
  /** Calls the fakes within this process, and all other addresses by `next`. */
  outbound(next: OutboundFetch): OutboundFetch
  /** The metadata of a SAML identity provider. */
  metadata(idp: EnterpriseIdpName): Promise<string>
  /** What a connection needs to know. */
  addresses(idp: EnterpriseIdpName): EnterpriseAddresses
  /** How far the signing certificate has been replaced. */
  setCertificateStage(idp: EnterpriseIdpName, stage: CertificateStage): Promise<void>
  /** Registers an application for OpenID Connect, or replaces the one with this id. */
  registerClient(idp: EnterpriseIdpName, client: EnterpriseClient): Promise<void>
}

export interface EnterpriseAddresses {
  saml: { entityId: string; ssoUrl: string; metadataUrl: string }
  /** With the client that every fake has. */
  oidc: { issuer: string; clientId: string; clientSecret: string }
}

export const enterprisePath = '/dev/enterprise'

/**
 * Creates the fakes.
 *
 * @example
 * const enterprise = createFakeEnterprise({ baseUrl, clock, random, keys, store, readMetadata })
 * await enterprise.fetch(new Request(`${baseUrl}/dev/enterprise/saml/okta/metadata`))
 */
export function createFakeEnterprise(deps: {
  baseUrl: string
  clock: Clock
  random: Random
  /** Tests share one, because creating keys is slow. */
  keys: EnterpriseKeys
  /** Keeps the switches and the clients. */
  store: EnterpriseStore
  /** The metadata at an entity id of this provider; null without one. */
  readMetadata(entityId: string): Promise<string | null>
}): FakeEnterprise {
  const { baseUrl, clock, keys } = deps
  const root = `${baseUrl}${enterprisePath}/`
  const callbacks = `${baseUrl}/v1/sso/callback/`
  const state = createEnterpriseState(deps.store)
  const grants = createGrants<EnterpriseGrant>(deps)
  const saml = createSamlEndpoints({
    ...{ clock, keys, state, root: `${root}saml/`, callbacks, metadataRoot: `${baseUrl}/v1/sso/metadata/` },
    readMetadata: deps.readMetadata,
  })
  const oidc = createOidcEndpoints({ clock, keys, state, grants, root: `${root}oidc/`, callbacks })

  async function overview(): Promise<Response> {
    const stages = await Promise.all(enterpriseIdpNames.map(async (name) => [name, await state.stageOf(name)]))
    return overviewPage({
      ...{ baseUrl, root, callbacks },
      stages: Object.fromEntries(stages) as Record<EnterpriseIdpName, CertificateStage>,
    })
  }

  async function changeCertificates(request: Request): Promise<Response> {
    const { identity_provider: name = '', stage = '' } = await readForm(request, largestForm)
    if (!isEnterpriseIdp(name) || !isCertificateStage(stage))
      return rejectionPage('The development provider', 'Send identity_provider and stage.')
    await state.setStage(name, stage)
    return new Response(null, { status: 303, headers: { location: `${enterprisePath}#${name}` } })
  }

  async function registerClient(request: Request): Promise<Response> {
    requireJson(request)
    const registration = readClient(await readJson(request, largestForm))
    if (typeof registration === 'string')
      return json({ error: 'invalid_client_metadata', error_description: registration }, 400)
    await state.addClient(registration.idp, registration.client)
    return json({ client_id: registration.client.clientId }, 201)
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const [part = '', name = '', ...rest] = pathname.slice(enterprisePath.length + 1).split('/')
    if (name === '') {
      if (pathname === enterpriseStylePath && request.method === 'GET') return style()
      switch (`${request.method} ${part}`) {
        case 'GET ':
          return overview()
        case 'POST certificates':
          return changeCertificates(request)
        case 'POST clients':
          return registerClient(request)
        default:
          return notFound()
      }
    }
    if (!isEnterpriseIdp(name)) return notFound()
    const [idp, path] = [enterpriseIdps[name], rest.join('/')]
    if (part === 'saml') return (await saml.handle(idp, path, request)) ?? notFound()
    if (part === 'oidc') return (await oidc(idp, path, request)) ?? notFound()
    if (part === 'tile' && path === '' && ['GET', 'POST'].includes(request.method)) return saml.tile(idp, request)
    return notFound()
  }

  async function fetch(request: Request): Promise<Response> {
    try {
      return await answer(request)
    } catch (error) {
      if (error instanceof SamlError)
        return rejectionPage('The identity provider', `Expected ${error.expected}, got ${error.got} (${error.code}).`)
      if (error instanceof ProviderError)
        return rejectionPage('The identity provider', `${error.type}.`, errorTable[error.type].status)
      throw error
    }
  }

  return {
    fetch,
    outbound: (next) => (address, init) =>
      String(address).startsWith(root) ? fetch(new Request(address, init as RequestInit)) : next(address, init),
    metadata: (name) => saml.metadata(enterpriseIdps[name]),
    addresses: (name) => ({
      saml: {
        ...{ entityId: `${root}saml/${name}/metadata`, ssoUrl: `${root}saml/${name}/sso` },
        metadataUrl: `${root}saml/${name}/metadata`,
      },
      oidc: { issuer: `${root}oidc/${name}`, ...predefinedClient(name) },
    }),
    setCertificateStage: state.setStage,
    registerClient: state.addClient,
  }
}

function style(): Response {
  return new Response(enterpriseStyle, {
    headers: {
      ...{ 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-store' },
      ...{ 'cross-origin-resource-policy': 'same-origin', 'x-content-type-options': 'nosniff' },
    },
  })
}

function notFound(): Response {
  return json({ error: 'not_found' }, 404)
}
