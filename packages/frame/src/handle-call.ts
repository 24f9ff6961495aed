import type { ErrorBody, FrameAnswer, FrameCalls } from '@latchkey/contract'
import { framePath } from '@latchkey/contract'

export interface FrameEnvironment {
  /** The origin of the parent page, as reported by the browser. */
  parentOrigin: string
  fetch(url: string, init: RequestInit): Promise<Response>
  loadPhoneNumbers(): Promise<PhoneNumbers>
}

/** The exports of `phone.ts`, which is a separate script. */
export type PhoneNumbers = {
  [Method in 'parsedPhoneNumber' | 'getExamplePhoneNumber']: (
    request: FrameCalls[Method]['request'],
  ) => FrameCalls[Method]['payload']
}

/** The endpoint of each method. The provider makes all decisions. */
const paths = {
  oneTapStart: `${framePath}/one_tap/start`,
  oneTapSubmit: `${framePath}/one_tap/submit`,
} as const

/** Handles a message of the parent page; null if it is not a call. A page of an unauthorized origin gets an error. */
export async function handleFrameCall(message: unknown, environment: FrameEnvironment): Promise<FrameAnswer | null> {
  const call = asCall(message)
  if (call === null) return null
  const { method, request } = call
  if (method === 'parsedPhoneNumber' || method === 'getExamplePhoneNumber')
    return handleLocally(method, request, environment)
  if (!Object.hasOwn(paths, method)) return failure('method_not_available', `Unknown method: ${method}.`)
  try {
    const response = await environment.fetch(paths[method as keyof typeof paths], {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      // Last, so that a page cannot send another origin.
      body: JSON.stringify({ ...request, parentOrigin: environment.parentOrigin }),
      credentials: 'omit',
    })
    const body: unknown = await response.json()
    if (response.ok) return { success: true, payload: body } as FrameAnswer
    const { status_code, error_type, error_message, error_url } = body as ErrorBody
    // Includes the fields of the response: a client recognizes `oauth_config_not_found` by its `error_type`.
    return failure(error_type, error_message, { status_code, error_type, error_message, error_url })
  } catch {
    return failure('network_error', 'Unable to contact our servers.')
  }
}

/** Parses phone numbers in the frame, without a request. Available to every page. */
async function handleLocally(
  method: keyof PhoneNumbers,
  request: object,
  environment: FrameEnvironment,
): Promise<FrameAnswer> {
  try {
    const numbers = await environment.loadPhoneNumbers()
    return { success: true, payload: numbers[method](request as never) }
  } catch {
    return failure('network_error', 'Unable to contact our servers.')
  }
}

function failure(name: string, message: string, fields: Partial<ErrorBody> = {}): FrameAnswer {
  return { success: false, error: { name, message, ...fields } }
}

function asCall(message: unknown): { method: string; request: object } | null {
  if (typeof message !== 'object' || message === null) return null
  const { method, args } = message as { method?: unknown; args?: unknown }
  const request: unknown = Array.isArray(args) && args.length === 1 ? args[0] : null
  if (typeof method !== 'string' || typeof request !== 'object' || request === null) return null
  return { method, request }
}
