import type { ErrorBody, FrameAnswer } from '@latchkey/contract'
import { framePath } from '@latchkey/contract'

export interface FrameWorld {
  /** Of the page around, in the browser's word. */
  parentOrigin: string
  fetch(url: string, init: RequestInit): Promise<Response>
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
    const { error_type, error_message } = body as ErrorBody
    return failure(error_type, error_message)
  } catch {
    return failure('network_error', 'Unable to contact our servers.')
  }
}

function failure(name: string, message: string): FrameAnswer {
  return { success: false, error: { name, message } }
}

function asCall(message: unknown): { method: string; request: object } | null {
  if (typeof message !== 'object' || message === null) return null
  const { method, args } = message as { method?: unknown; args?: unknown }
  const request: unknown = Array.isArray(args) && args.length === 1 ? args[0] : null
  if (typeof method !== 'string' || typeof request !== 'object' || request === null) return null
  return { method, request }
}
