/** The outcome of a call; `lost` if the connection broke and the result is unknown. */
export type Outcome =
  | { kind: 'ok'; data: Record<string, unknown> }
  | { kind: 'refused'; status: number; errorType: string; retryAfter?: string | null; requestId?: string }
  | { kind: 'lost' }

export interface Calls {
  /** `wanted` is an error that the caller expects or accepts. */
  post(path: string, body: object | null, sessionToken?: string, wanted?: string): Promise<Outcome>
  put(path: string, body: object, sessionToken: string): Promise<Outcome>
}

/** A recorded call. */
export interface RecordedCall {
  path: string
  outcome: Outcome
  /** The start by `performance.now()`, and the duration. */
  at: number
  ms: number
  wanted?: string | undefined
}

/** Records each call and its outcome in `record`. */
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

/** The outcome as a word: `ok`, `lost`, or the error type. */
export const outcomeName = (outcome: Outcome): string => (outcome.kind === 'refused' ? outcome.errorType : outcome.kind)

/** Whether the provider asked to retry later (503). */
export const isUnavailable = (outcome: Outcome): boolean => outcome.kind === 'refused' && outcome.status === 503

/** One minute: a provider on a busy machine may need that long to reach its database. */
const mostTries = 600
const triesEveryMs = 100

/** Repeats a call until it has a definite response: neither a lost connection nor a 503. */
export async function insist(ask: () => Promise<Outcome>): Promise<Outcome> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await ask()
    if ((outcome.kind !== 'lost' && !isUnavailable(outcome)) || tries === mostTries) return outcome
    await new Promise((resolve) => setTimeout(resolve, triesEveryMs))
  }
}

/** Success, or the expected error. */
export const isAsWanted = ({ outcome, wanted }: RecordedCall): boolean =>
  outcome.kind === 'ok' || (wanted !== undefined && outcomeName(outcome) === wanted)

/** Calls that neither succeeded nor got a 503. */
export function wrongAnswers(record: readonly RecordedCall[]): string[] {
  return record.flatMap((call) => {
    const { path, outcome } = call
    const isPutOff = isUnavailable(outcome) && outcome.kind === 'refused' && typeof outcome.retryAfter === 'string'
    return isAsWanted(call) || isPutOff ? [] : [`${path}: ${JSON.stringify(outcome)}`]
  })
}
