/** A call's outcome; `lost` when the connection broke and nobody knows whether it was carried out. */
export type Outcome =
  | { kind: 'ok'; data: Record<string, unknown> }
  | { kind: 'refused'; status: number; errorType: string; retryAfter?: string | null; requestId?: string }
  | { kind: 'lost' }

export interface Calls {
  /** `wanted` is the refusal that the caller means to get, or will not mind. */
  post(path: string, body: object | null, sessionToken?: string, wanted?: string): Promise<Outcome>
  put(path: string, body: object, sessionToken: string): Promise<Outcome>
}

/** One call as it went: the recorder's line. */
export interface RecordedCall {
  path: string
  outcome: Outcome
  /** When it was asked, by `performance.now()`, and how long the answer took. */
  at: number
  ms: number
  wanted?: string | undefined
}

/** Everything that is asked, and what came of it, goes into `record`. */
export function callsTo(port: number, publicToken: string, record: RecordedCall[] = []): Calls {
  async function ask(method: string, path: string, body: object | null, sessionToken?: string): Promise<Outcome> {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/sdk/v1${path}`, {
        method,
        headers: {
          authorization: `Basic ${Buffer.from(`${publicToken}:${sessionToken ?? publicToken}`).toString('base64')}`,
          'content-type': 'application/json',
        },
        body: body === null ? null : JSON.stringify(body),
      })
      const json = (await answer.json()) as { data?: Record<string, unknown>; error_type?: string; request_id?: string }
      if (json.data) return { kind: 'ok', data: json.data }
      const retryAfter = answer.headers.get('retry-after')
      const { error_type: errorType = '', request_id: requestId = '' } = json
      return { kind: 'refused', status: answer.status, errorType, retryAfter, requestId }
    } catch {
      return { kind: 'lost' }
    }
  }
  async function call(
    method: string,
    path: string,
    body: object | null,
    { sessionToken, wanted }: { sessionToken?: string | undefined; wanted?: string | undefined },
  ): Promise<Outcome> {
    const start = performance.now()
    const outcome = await ask(method, path, body, sessionToken)
    record.push({ path, outcome, at: start, ms: performance.now() - start, wanted })
    return outcome
  }
  return {
    post: (path, body, sessionToken, wanted) => call('POST', path, body, { sessionToken, wanted }),
    put: (path, body, sessionToken) => call('PUT', path, body, { sessionToken }),
  }
}

/** What a call was answered with, in a word: `ok`, `lost`, or the refusal's type. */
export const wordOf = (outcome: Outcome): string => (outcome.kind === 'refused' ? outcome.errorType : outcome.kind)

/** Told to come again; nothing else has this status. */
export const isAway = (outcome: Outcome): boolean => outcome.kind === 'refused' && outcome.status === 503

const mostTries = 20
const triesEveryMs = 250

/** Asks until there is an answer: one that was lost is none, nor is being told to come again. */
export async function insist(ask: () => Promise<Outcome>): Promise<Outcome> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await ask()
    if ((outcome.kind !== 'lost' && !isAway(outcome)) || tries === mostTries) return outcome
    await new Promise((resolve) => setTimeout(resolve, triesEveryMs))
  }
}

/** Answered well, or refused as it was meant to be. */
export const isAsWanted = ({ outcome, wanted }: RecordedCall): boolean =>
  outcome.kind === 'ok' || (wanted !== undefined && wordOf(outcome) === wanted)

/** What was answered otherwise than well, or than that one may come again soon. */
export function wrongAnswers(record: readonly RecordedCall[]): string[] {
  return record.flatMap((call) => {
    const { path, outcome } = call
    const isPutOff = isAway(outcome) && outcome.kind === 'refused' && typeof outcome.retryAfter === 'string'
    return isAsWanted(call) || isPutOff ? [] : [`${path}: ${JSON.stringify(outcome)}`]
  })
}
