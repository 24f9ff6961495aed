import type { ErrorBody, FrameAnswer, FrameCalls } from '@latchkey/contract'
import { framePath } from '@latchkey/contract'

export interface FrameWorld {
  /** Of the page around, in the browser's word. */
  parentOrigin: string
  fetch(url: string, init: RequestInit): Promise<Response>
  loadPhoneNumbers(): Promise<PhoneNumbers>
}

/** The module `phone.ts`, which is a script of its own. */
export type PhoneNumbers = {
  [Method in 'parsedPhoneNumber' | 'getExamplePhoneNumber']: (
    request: FrameCalls[Method]['request'],
  ) => FrameCalls[Method]['payload']
}

/** What each method asks of the provider. The frame decides nothing. */
const paths = {
  oneTapStart: `${framePath}/one_tap/start`,
  oneTapSubmit: `${framePath}/one_tap/submit`,
} as const

/** Null for what is no call. A page that the project has not authorised learns that, and nothing else. */
export async function answerFrameCall(message: unknown, world: FrameWorld): Promise<FrameAnswer | null> {
  const call = asCall(message)
  if (call === null) return null
  const { method, request } = call
  if (method === 'parsedPhoneNumber' || method === 'getExamplePhoneNumber') return answerLocally(method, request, world)
  if (!Object.hasOwn(paths, method)) return failure('method_not_available', `The frame does not know ${method}.`)
  try {
    const answer = await world.fetch(paths[method as keyof typeof paths], {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      // Last: a page cannot claim to be another one.
      body: JSON.stringify({ ...request, parentOrigin: world.parentOrigin }),
      credentials: 'omit',
    })
    const body: unknown = await answer.json()
    if (answer.ok) return { success: true, payload: body } as FrameAnswer
    const { status_code, error_type, error_message, error_url } = body as ErrorBody
    // The fields of the response too: a client tells `oauth_config_not_found` from other errors by its `error_type`.
    return failure(error_type, error_message, { status_code, error_type, error_message, error_url })
  } catch {
    return failure('network_error', 'Unable to contact our servers.')
  }
}

/** Phone numbers are parsed in the frame: any page may ask, and nothing leaves it. */
async function answerLocally(method: keyof PhoneNumbers, request: object, world: FrameWorld): Promise<FrameAnswer> {
  try {
    const numbers = await world.loadPhoneNumbers()
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
