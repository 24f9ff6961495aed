import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Answer = (request: Request) => Promise<Response>

/** Listens on localhost. `make` creates the application once the port is known. */
export async function serve(port: number, make: (port: number) => Answer): Promise<void> {
  let answer: Answer = async () => new Response(null, { status: 503 })
  const server = createServer(async (incoming, outgoing) => {
    const response = await answerOr400(answer, incoming)
    outgoing.writeHead(response.status, [...response.headers].flat())
    outgoing.end(Buffer.from(await response.arrayBuffer()))
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  answer = make((server.address() as AddressInfo).port)
}

/** A malformed request gets a 400 response and does not stop the server. */
async function answerOr400(answer: Answer, incoming: IncomingMessage): Promise<Response> {
  const request = await toRequest(incoming).catch(() => null)
  return request ? answer(request) : new Response(null, { status: 400 })
}

const largestBody = 65_536

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const { method = 'GET', url = '/', headers } = incoming
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length <= largestBody) chunks.push(chunk)
  }
  const given = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  )
  return new Request(new URL(url, 'http://localhost'), {
    method,
    headers: given,
    ...(method === 'GET' || method === 'HEAD' ? {} : { body: Buffer.concat(chunks) }),
  })
}
