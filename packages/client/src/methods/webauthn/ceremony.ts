import type { SdkErrorKind } from '@latchkey/contract'
import type { sdkError } from '../../core/errors.ts'
import type { WebauthnContext } from './webauthn-types.ts'

/** Errors of the browser (WebAuthn 3 §5.1.3, §5.1.4). A denial and a timeout are not distinguishable. */
const kinds: Record<string, SdkErrorKind> = {
  NotAllowedError: 'user_cancelled',
  SecurityError: 'passkeys_misconfigured',
  NotSupportedError: 'passkeys_unsupported',
  TypeError: 'passkeys_invalid_encoding',
  SyntaxError: 'passkeys_invalid_encoding',
  EncodingError: 'passkeys_invalid_encoding',
  InvalidCharacterError: 'passkeys_invalid_encoding',
}

/** Passes the options of the provider to the browser, and returns the credential as JSON text. */
export async function runCeremony(
  { platform, native: nativeOf, sdkError: fail }: Pick<WebauthnContext, 'native' | 'platform' | 'sdkError'>,
  name: 'create' | 'get',
  optionsText: string,
  signal: AbortSignal,
  /** Without a dialog: through autofill, or right after a sign-in. */
  isConditional?: boolean,
): Promise<string> {
  const native = nativeOf()
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
    // An abort is reported with the reason of the signal.
    if (latchkeyError || signal.aborted) throw error
    throw fail(kinds[name as string] ?? 'internal_error', error)
  }
}
