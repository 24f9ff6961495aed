import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  status: number
  body: { data?: Record<string, unknown>; error_type?: string }
}

/**
 * Sends one POST over each port at the same moment. Every request is on its connection up to its last byte, so that
 * each server holds it in its handler; then all last bytes go out in one turn of the loop. That is the barrier.
 */
export async function raceAtLastByte(
  ports: readonly number[],
  request: { path: string; credentials: string; body: object },
): Promise<RawAnswer[]> {
  const body = JSON.stringify(request.body)
  const sockets = await Promise.all(ports.map(open))
  const answers = sockets.map(readAnswer)
  for (const socket of sockets) {
    socket.write(
      [
        `POST /sdk/v1${request.path} HTTP/1.1`,
        'Host: 127.0.0.1',
        'Connection: close',
        `Authorization: Basic ${Buffer.from(request.credentials).toString('base64')}`,
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(body)}`,
        '',
        body.slice(0, -1),
      ].join('\r\n'),
    )
  }
  // Everyone is inside before anyone may finish.
  await new Promise((resolve) => setTimeout(resolve, 20))
  for (const socket of sockets) socket.write(body.slice(-1))
  return Promise.all(answers)
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
      const json = /transfer-encoding: chunked/i.test(head) ? unchunk(body) : body
      try {
        resolve({ status: Number(head.slice(9, 12)), body: JSON.parse(json) as RawAnswer['body'] })
      } catch (cause) {
        reject(new Error(`not an answer: ${text.slice(0, 300)}`, { cause }))
      }
    })
  })
}

const unchunk = (body: string): string => body.replace(/(^|\r\n)[0-9a-f]+\r\n/gi, '').replace(/\r\n$/, '')
