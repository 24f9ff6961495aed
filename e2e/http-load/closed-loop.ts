import { connect, type Socket } from 'node:net'
import { type Answer, createAnswerReader } from './response-reader.ts'

export interface LoadTarget {
  port: number
  /** The next HTTP/1.1 keep-alive request. */
  request: () => string
}

/** Requests that depend on earlier responses. Returns true if all of them succeeded. */
export type Dialogue = Generator<string, boolean, Answer>

export interface LoadResult {
  perSecond: number
  /** All responses, with those that arrived after the time. */
  responses: number
  /** Responses other than 200, failed dialogues, and connections that the server closed. */
  refused: number
}

/** Keeps `connections` requests in flight for `durationMs` and counts the responses. */
export function load({ port, request }: LoadTarget, connections: number, durationMs: number): Promise<LoadResult> {
  return loadDialogues({ port, begin: () => single(request()) }, connections, durationMs)
}

function* single(request: string): Dialogue {
  return (yield request).status === '200'
}

/**
 * The same for dialogues, each on one connection. Writes to the socket, because an HTTP client would use more CPU than
 * the measured server.
 */
export async function loadDialogues(
  target: { port: number; begin: () => Dialogue },
  connections: number,
  durationMs: number,
): Promise<LoadResult> {
  let answers = 0
  let responses = 0
  let refused = 0
  let running = true
  const starts: (() => void)[] = []
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(target.port)))
  const done = sockets.map((socket) => {
    let dialogue: Dialogue
    const next = (): void => {
      dialogue = target.begin()
      socket.write(String(dialogue.next().value))
    }
    starts.push(next)
    return new Promise<void>((resolve, reject) => {
      socket.on('error', reject)
      socket.on('close', () => {
        if (running) refused += 1
        resolve()
      })
      socket.on(
        'data',
        createAnswerReader((answer) => {
          responses += 1
          const said = dialogue.next(answer)
          if (!running) {
            socket.destroy()
            return false
          }
          if (!said.done) {
            socket.write(said.value)
            return true
          }
          if (said.value) answers += 1
          else refused += 1
          next()
          return true
        }),
      )
    })
  })
  const started = process.hrtime.bigint()
  for (const start of starts) start()
  await new Promise((resolve) => setTimeout(resolve, durationMs))
  const seconds = Number(process.hrtime.bigint() - started) / 1e9
  const counted = answers
  running = false
  await Promise.all(done)
  return { perSecond: counted / seconds, responses, refused }
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}
