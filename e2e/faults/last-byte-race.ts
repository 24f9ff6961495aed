import { connect, type Socket } from 'node:net'

/** A request to one of the provider's ports, by GET if there is no body. */
export interface RawRequest {
  path: string
  headers?: Record<string, string>
  body?: object
}

export interface RawAnswer {
  status: number
  location: string
  /** The error type of a refusal, the words of one that is plain text; empty for anything else. */
  refusal: string
}

/**
 * Sends all requests at the same moment. Each is on its connection up to its last byte, so that its server holds it
 * in its handler; then all last bytes go out in one turn of the loop. That is the barrier.
 */
export async function raceAtLastByte(requests: readonly { port: number; request: RawRequest }[]): Promise<RawAnswer[]> {
  const sockets = await Promise.all(requests.map(({ port }) => open(port)))
  const answers = sockets.map(readAnswer)
  const texts = requests.map(({ request }) => written(request))
  for (const [index, socket] of sockets.entries()) socket.write(texts[index]?.slice(0, -1) ?? '')
  // Everyone is inside before anyone may finish.
  await new Promise((resolve) => setTimeout(resolve, 20))
  for (const [index, socket] of sockets.entries()) socket.write(texts[index]?.slice(-1) ?? '')
  return Promise.all(answers)
}

function written({ path, headers = {}, body }: RawRequest): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const all: Record<string, string> = {
    host: '127.0.0.1',
    connection: 'close',
    ...headers,
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return [`${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`, ...lines, '', text].join('\r\n')
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}

function readAnswer(socket: Socket): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      const [head = '', body = ''] = text.split('\r\n\r\n')
      if (!head.startsWith('HTTP/1.1 ')) return reject(new Error(`not an answer: ${text.slice(0, 300)}`))
      resolve({
        status: Number(head.slice(9, 12)),
        location: /^location: (.*)$/im.exec(head)?.[1]?.trim() ?? '',
        refusal: refusalIn(/transfer-encoding: chunked/i.test(head) ? unchunk(body) : body),
      })
    })
  })
}

/** A captcha demand is plain text, and a page that was not asked for in JSON a page. */
function refusalIn(body: string): string {
  if (!body.startsWith('{')) return body
  return (JSON.parse(body) as { error_type?: string }).error_type ?? ''
}

const unchunk = (body: string): string => body.replace(/(^|\r\n)[0-9a-f]+\r\n/gi, '').replace(/\r\n$/, '')
