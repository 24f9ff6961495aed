import { request } from 'node:http'

/** The status of a response to a path as it is given: `fetch` would change it. */
export function statusOf(url: string, path: string, method = 'GET'): Promise<number | undefined> {
  const { port } = new URL(url)
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    sent.once('error', reject).end()
  })
}
