/** A call's outcome; `lost` when the connection broke and nobody knows whether it was carried out. */
export type Outcome =
  | { kind: 'ok'; data: Record<string, unknown> }
  | { kind: 'refused'; status: number; errorType: string }
  | { kind: 'lost' }

export interface Calls {
  post(path: string, body: object | null, sessionToken?: string): Promise<Outcome>
  put(path: string, body: object, sessionToken: string): Promise<Outcome>
}

export function callsTo(port: number, publicToken: string): Calls {
  async function call(method: string, path: string, body: object | null, sessionToken?: string): Promise<Outcome> {
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
      return { kind: 'refused', status: answer.status, errorType: json.error_type ?? '' }
    } catch {
      return { kind: 'lost' }
    }
  }
  return {
    post: (path, body, sessionToken) => call('POST', path, body, sessionToken),
    put: (path, body, sessionToken) => call('PUT', path, body, sessionToken),
  }
}
