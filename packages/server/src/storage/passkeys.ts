import type { Instant } from './instant.ts'

/** The part of a WebAuthn registration that only ceremonies read; `id` is the registration's. */
export interface PasskeyRecord {
  projectId: string
  id: string
  accountId: string
  rpId: string
  /** COSE_Key, base64url. */
  publicKey: string
  /** The user handle that the authenticator stores, base64url. */
  userHandle: string
  signCount: number
  transports: string[]
  aaguid: string
  backupEligible: boolean
  backedUp: boolean
  createdAt: Instant
  lastUsedAt: Instant | null
}

export interface PasskeyVerbs {
  insert(passkey: PasskeyRecord): Promise<void>
  get(projectId: string, id: string): Promise<PasskeyRecord | null>
  /** Oldest first. */
  list(projectId: string, accountId: string): Promise<PasskeyRecord[]>
  /** Does any project have this credential? Browsers keep passkeys by domain, which several projects may share. */
  isKnown(rpId: string, credentialId: string): Promise<boolean>
  /**
   * Records a use. False if the signature counter did not rise although the credential counts and cannot be copied
   * (it is not backup eligible): one UPDATE decides.
   */
  recordUse(
    projectId: string,
    id: string,
    change: { signCount: number; backedUp: boolean },
    now: Instant,
  ): Promise<boolean>
}
