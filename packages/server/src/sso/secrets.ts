import type { Vault } from '../core/vault.ts'
import { ssoMethod } from '../methods/sso.ts'
import type { SsoConnectionRecord } from '../storage/sso-connections.ts'

/** What is never shown again. Keys are PEM. */
export interface SsoSecrets {
  /** OIDC. */
  readonly clientSecret: string | null
  /** OIDC: signs the assertions of `private_key_jwt`. */
  readonly clientKey: string | null
  /** SAML: signs requests. */
  readonly signingKey: string | null
  /** SAML: the keys of `encryptionCertificates`, in the same order. */
  readonly decryptionKeys: readonly string[]
}

export const noSecrets: SsoSecrets = { clientSecret: null, clientKey: null, signingKey: null, decryptionKeys: [] }

type Owner = Pick<SsoConnectionRecord, 'projectId' | 'id'>

const { sealContext } = ssoMethod.sealedTables.sso_connections

export function sealSsoSecrets(vault: Vault, { projectId, id }: Owner, secrets: SsoSecrets): string {
  return vault.seal(JSON.stringify(secrets), sealContext(projectId, id))
}

export function openSsoSecrets(vault: Vault, record: Owner & Pick<SsoConnectionRecord, 'secretsSealed'>): SsoSecrets {
  const { projectId, id, secretsSealed } = record
  return JSON.parse(vault.open(secretsSealed, sealContext(projectId, id))) as SsoSecrets
}
