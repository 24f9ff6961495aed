import { connect, type Socket } from 'node:net'

/** A request to a port of the provider: GET without a body and a form. */
export interface RawRequest {
  path: string
  headers?: Record<string, string>
  body?: object
  form?: Record<string, string>
}

export interface RawAnswer {
  status: number
  location: string
  /** The error type, or the text of a plain-text error; otherwise empty. */
  refusal: string
  body: string
}

/**
 * Sends all requests at the same moment: each without its last byte first, then all last bytes in one turn of the event
 * loop. The barrier is `100 Continue`, which the server sends to a request with a body when its handler starts.
 */
export async function raceAtLastByte(requests: readonly { port: number; request: RawRequest }[]): Promise<RawAnswer[]> {
  const sockets = await Promise.all(requests.map(({ port }) => open(port)))
  const exchanges = sockets.map(readAnswer)
  const texts = requests.map(({ request }) => written(request))
  for (const [index, socket] of sockets.entries()) socket.write(texts[index]?.slice(0, -1) ?? '')
  await Promise.all(
    requests.map(({ request }, index) => (hasContent(request) ? exchanges[index]?.continued : undefined)),
  )
  for (const [index, socket] of sockets.entries()) socket.write(texts[index]?.slice(-1) ?? '')
  return Promise.all(exchanges.map(({ answer }) => answer))
}

const hasContent = (request: RawRequest): boolean => contentOf(request).type !== undefined

/** The body of a request, if any. */
export function contentOf({ body, form }: RawRequest): { type?: string; text?: string } {
  if (form) return { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(form).toString() }
  return body === undefined ? {} : { type: 'application/json', text: JSON.stringify(body) }
}

function written(request: RawRequest): string {
  const { path, headers = {} } = request
  const { type, text = '' } = contentOf(request)
  const all: Record<string, string> = {
    host: '127.0.0.1',
    connection: 'close',
    ...headers,
    ...(type !== undefined && {
      'content-type': type,
      'content-length': String(Buffer.byteLength(text)),
      expect: '100-continue',
    }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return [`${type === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`, ...lines, '', text].join('\r\n')
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}

const interim = 'HTTP/1.1 100 Continue\r\n\r\n'

interface Exchange {
  /** The handler has started, or the connection has ended. */
  continued: Promise<void>
  answer: Promise<RawAnswer>
}

function readAnswer(socket: Socket): Exchange {
  const chunks: Buffer[] = []
  const heard = (): string => Buffer.concat(chunks).toString('utf8')
  const continued = new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      if (heard().includes('\r\n\r\n')) resolve()
    })
    socket.on('close', () => resolve())
  })
  const answer = new Promise<RawAnswer>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', () => {
      const text = heard().replace(interim, '')
      const [head = '', body = ''] = text.split('\r\n\r\n')
      if (!head.startsWith('HTTP/1.1 ')) return reject(new Error(`not an answer: ${text.slice(0, 300)}`))
      const whole = /transfer-encoding: chunked/i.test(head) ? unchunk(body) : body
      resolve({
        status: Number(head.slice(9, 12)),
        location: /^location: (.*)$/im.exec(head)?.[1]?.trim() ?? '',
        refusal: refusalIn(whole),
        body: whole,
      })
    })
  })
  return { continued, answer }
}

/** OAuth errors have another field; a captcha error is plain text, and an error page is HTML. */
function refusalIn(body: string): string {
  if (!body.startsWith('{')) return body
  const { error_type, error = '' } = JSON.parse(body) as { error_type?: string; error?: string }
  return error_type ?? error
}

const unchunk = (body: string): string => body.replace(/(^|\r\n)[0-9a-f]+\r\n/gi, '').replace(/\r\n$/, '')
