import type { SdkErrorKind } from '@latchkey/contract'
import type { sdkError } from '../../core/errors.ts'
import type { Platform } from '../../platform/platform.ts'

/** What the browser's own words mean (WebAuthn 3 §5.1.3, §5.1.4). It says as little of a refusal as of a timeout. */
const kinds: Record<string, SdkErrorKind> = {
  NotAllowedError: 'user_cancelled',
  SecurityError: 'passkeys_misconfigured',
  NotSupportedError: 'passkeys_unsupported',
  TypeError: 'passkeys_invalid_encoding',
  SyntaxError: 'passkeys_invalid_encoding',
  EncodingError: 'passkeys_invalid_encoding',
  InvalidCharacterError: 'passkeys_invalid_encoding',
}

/** Hands the provider's options to the browser, and answers with the JSON text of the credential. */
export async function runCeremony(
  platform: Platform,
  // Given, not imported: what the rest of the client shares with this file would be torn out of its first load.
  fail: typeof sdkError,
  name: 'create' | 'get',
  optionsText: string,
  signal: AbortSignal,
  /** Without a dialog: by autofill, or right after a sign-in. */
  isConditional?: boolean,
): Promise<string> {
  const { PublicKeyCredential: native } = platform
  try {
    signal.throwIfAborted()
    const json = JSON.parse(optionsText)
    const parse = native?.[name === 'get' ? 'parseRequestOptionsFromJSON' : 'parseCreationOptionsFromJSON']
    const publicKey = parse ? parse.call(native, json) : (await import('./legacy-json.ts')).decode(json)
    const credential = await platform.navigator.credentials?.[name]({
      publicKey,
      signal,
      mediation: isConditional ? 'conditional' : undefined,
    })
    if (!credential) throw fail('missing_authorization_credential')
    return JSON.stringify(credential.toJSON ? credential : (await import('./legacy-json.ts')).encode(credential))
  } catch (error) {
    const { latchkeyError, name } = error as Partial<ReturnType<typeof sdkError>>
    // Whoever ended it knows why.
    if (latchkeyError || signal.aborted) throw error
    throw fail(kinds[name as string] ?? 'internal_error', error)
  }
}
