import { basic, httpRequest } from './http-request.ts'

/** As a page sends it. */
export function post(path: string, credentials: string, json: object): string {
  return httpRequest(path, { authorization: basic(credentials), origin: 'http://localhost:3000', json })
}
