import type { B2bClient } from '@latchkey/client/b2b'

/** Calls the server with the session JWT. A JWT that has expired is renewed, and the call sent once more. */
export async function callServer({ session }: B2bClient, path: string, init: RequestInit = {}): Promise<Response> {
  const send = (): Promise<Response> => {
    const headers = new Headers(init.headers)
    const jwt = session.getTokens()?.session_jwt
    if (jwt) headers.set('authorization', `Bearer ${jwt}`)
    return fetch(path, { ...init, headers })
  }
  const response = await send()
  if (response.status !== 401 || session.getSync() === null) return response
  await session.authenticate()
  return send()
}
