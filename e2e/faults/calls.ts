/** A call's outcome; `lost` when the connection broke and nobody knows whether it was carried out. */
export type Outcome =
  | { kind: 'ok'; data: Record<string, unknown> }
  | { kind: 'refused'; status: number; errorType: string; retryAfter?: string | null }
  | { kind: 'lost' }

export interface Calls {
  post(path: string, body: object | null, sessionToken?: string): Promise<Outcome>
  put(path: string, body: object, sessionToken: string): Promise<Outcome>
}

/** One call as it went: the recorder's line. */
export interface RecordedCall {
  path: string
  outcome: Outcome
  ms: number
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
      const json = (await answer.json()) as { data?: Record<string, unknown>; error_type?: string }
      if (json.data) return { kind: 'ok', data: json.data }
      const retryAfter = answer.headers.get('retry-after')
      return { kind: 'refused', status: answer.status, errorType: json.error_type ?? '', retryAfter }
    } catch {
      return { kind: 'lost' }
    }
  }
  async function call(method: string, path: string, body: object | null, sessionToken?: string): Promise<Outcome> {
    const start = performance.now()
    const outcome = await ask(method, path, body, sessionToken)
    record.push({ path, outcome, ms: performance.now() - start })
    return outcome
  }
  return {
    post: (path, body, sessionToken) => call('POST', path, body, sessionToken),
    put: (path, body, sessionToken) => call('PUT', path, body, sessionToken),
  }
}

/** What was answered otherwise than well, or than that one may come again soon. */
export function wrongAnswers(record: readonly RecordedCall[]): string[] {
  return record.flatMap(({ path, outcome }) => {
    const isAway = outcome.kind === 'refused' && outcome.status === 503 && typeof outcome.retryAfter === 'string'
    return outcome.kind === 'ok' || isAway ? [] : [`${path}: ${JSON.stringify(outcome)}`]
  })
}
