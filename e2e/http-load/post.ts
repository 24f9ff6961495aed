import { basic, httpRequest } from './http-request.ts'

/** A POST request as a page sends it. */
export function post(path: string, credentials: string, json: object): string {
  return httpRequest(path, { authorization: basic(credentials), origin: 'http://localhost:3000', json })
}
