import { page } from '../faults/provider-process.ts'
import { basic, httpRequest, type RequestParts } from '../http-load/http-request.ts'
import type { Answer } from '../http-load/response-reader.ts'
import type { Connections } from './connections.ts'
import type { Recorder } from './recorder.ts'

export interface Asked {
  /** The due time. Defaults to now, for a call that follows a response. */
  since?: number
  session?: string | undefined
  method?: string
}

/** An unexpected response ends the flow of a user. */
export class RefusedError extends Error {
  readonly status: number
  readonly answer: Answer | undefined
  constructor(call: string, answer: Answer | undefined) {
    super(`${call}: ${answer ? outcomeOf(answer) : 'lost'}`)
    this.name = 'RefusedError'
    this.status = Number(answer?.status ?? 0)
    this.answer = answer
  }
}

/** The provider's API as pages call it; every call is recorded under its name. */
export interface Api {
  /** A call of a page. Returns its data or throws a `RefusedError`. */
  call(path: string, body: object | null | undefined, asked?: Asked): Promise<Record<string, unknown>>
  /** Any other request. Returns the response if its status is one of those expected. */
  ask(name: string, path: string, parts: RequestParts, wanted: readonly string[], since?: number): Promise<Answer>
}

export function createApi(connections: Connections, publicToken: string, recorder: Recorder): Api {
  async function ask(
    name: string,
    path: string,
    parts: RequestParts,
    wanted: readonly string[],
    since: number = performance.now(),
  ): Promise<Answer> {
    const answer = await connections.send(httpRequest(path, parts)).catch(() => undefined)
    const isWanted = answer !== undefined && wanted.includes(answer.status)
    recorder.note(name, isWanted ? '200' : answer ? outcomeOf(answer) : 'lost', performance.now() - since)
    if (!isWanted) throw new RefusedError(name, answer)
    return answer
  }
  return {
    ask,
    async call(path, json, { since, session, method } = {}) {
      const authorization = basic(`${publicToken}:${session ?? publicToken}`)
      const parts = { authorization, origin: page, json, ...(method === undefined ? {} : { method }) }
      const { body } = await ask(path.slice(1), `/sdk/v1${path}`, parts, ['200'], since)
      return (JSON.parse(body) as { data: Record<string, unknown> }).data
    },
  }
}

function outcomeOf({ status, body }: Answer): string {
  const type = /"error(?:_type)?":"([^"]+)"/.exec(body)?.[1]
  return type === undefined ? status : `${status} ${type}`
}

export function retryAfterOf({ head }: Answer): number | null {
  const seconds = /\r\nretry-after: (\d+)/i.exec(head)?.[1]
  return seconds === undefined ? null : Number(seconds)
}
