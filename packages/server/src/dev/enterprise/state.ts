import type { JSONWebKeySet } from 'jose'
import { type EnterpriseIdpName, enterpriseIdpNames } from './identity-providers.ts'
import { type CertificateStage, isCertificateStage } from './saml-metadata.ts'
import type { EnterpriseStore } from './store.ts'

/** An application at a fake enterprise identity provider. It authenticates with a secret, or with its own key. */
export interface EnterpriseClient {
  clientId: string
  clientSecret?: string
  /** For `private_key_jwt`. */
  jwks?: JSONWebKeySet
}

/** What a developer has changed at the fakes. */
export interface EnterpriseState {
  stageOf(idp: EnterpriseIdpName): Promise<CertificateStage>
  setStage(idp: EnterpriseIdpName, stage: CertificateStage): Promise<void>
  /** The predefined client or a registered one; null without one. */
  findClient(idp: EnterpriseIdpName, clientId: string): Promise<EnterpriseClient | null>
  /** Adds a client, or replaces the one with this id. */
  addClient(idp: EnterpriseIdpName, client: EnterpriseClient): Promise<void>
}

/** The client that every fake has. */
export function predefinedClient(idp: EnterpriseIdpName): Required<Omit<EnterpriseClient, 'jwks'>> {
  return { clientId: `latchkey-enterprise-${idp}`, clientSecret: `latchkey-enterprise-${idp}-secret` }
}

interface StoredState {
  stages: Partial<Record<EnterpriseIdpName, string>>
  clients: Partial<Record<EnterpriseIdpName, EnterpriseClient[]>>
}

const mostClients = 100

export function createEnterpriseState(store: EnterpriseStore): EnterpriseState {
  const read = async (): Promise<StoredState> =>
    JSON.parse((await store.read('state')) ?? '{"stages":{},"clients":{}}') as StoredState
  const write = (state: StoredState): Promise<void> => store.replace('state', JSON.stringify(state))
  /** One change after the other: each starts with what the one before has written. */
  let last: Promise<void> = Promise.resolve()
  function change(step: (state: StoredState) => StoredState): Promise<void> {
    last = last.catch(() => undefined).then(async () => write(step(await read())))
    return last
  }
  return {
    async stageOf(idp) {
      const stage = (await read()).stages[idp] ?? ''
      return isCertificateStage(stage) ? stage : 'before'
    },
    setStage: (idp, stage) => change((state) => ({ ...state, stages: { ...state.stages, [idp]: stage } })),
    async findClient(idp, clientId) {
      const registered = (await read()).clients[idp] ?? []
      const predefined = predefinedClient(idp)
      return [...registered, predefined].find((client) => client.clientId === clientId) ?? null
    },
    addClient: (idp, client) =>
      change((state) => {
        const others = (state.clients[idp] ?? []).filter(({ clientId }) => clientId !== client.clientId)
        return { ...state, clients: { ...state.clients, [idp]: [...others, client].slice(-mostClients) } }
      }),
  }
}

const authenticationProblem = 'Send client_id with client_secret, or with jwks for private_key_jwt.'

/** Reads the registration of a client. Returns the problem as text if it is invalid. */
export function readClient(value: unknown): { idp: EnterpriseIdpName; client: EnterpriseClient } | string {
  const { identity_provider: name, client_id: clientId, client_secret: secret, jwks }: Registration = Object(value)
  const idp = enterpriseIdpNames.find((one) => one === name)
  if (idp === undefined) return `The identity_provider must be one of ${enterpriseIdpNames.join(', ')}.`
  if (!isText(clientId)) return authenticationProblem
  if (isText(secret) && jwks === undefined) return { idp, client: { clientId, clientSecret: secret } }
  return secret === undefined && isKeySet(jwks) ? { idp, client: { clientId, jwks } } : authenticationProblem
}

type Registration = Partial<Record<'identity_provider' | 'client_id' | 'client_secret' | 'jwks', unknown>>

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 500
}

function isKeySet(value: unknown): value is JSONWebKeySet {
  const { keys }: { keys?: unknown } = Object(value)
  return Array.isArray(keys) && keys.length > 0 && keys.every((key) => typeof key === 'object' && key !== null)
}
