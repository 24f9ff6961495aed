import type { BrowserCredential } from '../../platform/platform.ts'

/* Replaces the JSON methods of WebAuthn 3 (§5.1.8, §5.1.9) in browsers without them. Loaded on demand. */

interface JsonDescriptor {
  readonly id: string
}

interface JsonOptions {
  readonly challenge: string
  readonly user?: { readonly id: string }
  readonly excludeCredentials?: readonly JsonDescriptor[]
  readonly allowCredentials?: readonly JsonDescriptor[]
}

/** `parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON`. */
export function decode(options: JsonOptions): object {
  const bytes = (text: string): Uint8Array =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
  const withId = (one: JsonDescriptor): object => ({ ...one, id: bytes(one.id) })
  return {
    ...options,
    challenge: bytes(options.challenge),
    user: options.user && withId(options.user),
    excludeCredentials: options.excludeCredentials?.map(withId),
    allowCredentials: options.allowCredentials?.map(withId),
  }
}

/** `toJSON`. */
export function encode(credential: BrowserCredential): object {
  const { id, response } = credential
  const encoded: Record<string, unknown> = { transports: response.getTransports?.() }
  for (const name of ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'] as const) {
    const bytes = response[name]
    if (bytes)
      encoded[name] = btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')
  }
  return {
    id,
    rawId: id,
    type: credential.type,
    authenticatorAttachment: credential.authenticatorAttachment,
    clientExtensionResults: credential.getClientExtensionResults(),
    response: encoded,
  }
}
