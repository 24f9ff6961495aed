import { connect, type Socket } from 'node:net'

export interface LoadTarget {
  port: number
  /** The next request: a whole one in HTTP/1.1, keep-alive. */
  request: () => string
}

export interface Answer {
  status: string
  head: string
  body: string
}

/** Requests that follow from each other's answers; true at its end if it went as it should. */
export type Dialogue = Generator<string, boolean, Answer>

export interface LoadResult {
  perSecond: number
  /** Answers that were not 200, or dialogues that went wrong. */
  refused: number
}

const headEnd = Buffer.from('\r\n\r\n')

/** Keeps `connections` requests in flight for `durationMs` and counts the answers. */
export function load({ port, request }: LoadTarget, connections: number, durationMs: number): Promise<LoadResult> {
  return loadDialogues({ port, begin: () => single(request()) }, connections, durationMs)
}

function* single(request: string): Dialogue {
  return (yield request).status === '200'
}

/**
 * The same for dialogues, each on one connection from its first request to its last answer.
 * It speaks to the socket itself: a full HTTP client would cost more CPU than the server it measures.
 */
export async function loadDialogues(
  target: { port: number; begin: () => Dialogue },
  connections: number,
  durationMs: number,
): Promise<LoadResult> {
  let answers = 0
  let refused = 0
  let running = true
  const starts: (() => void)[] = []
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(target.port)))
  const done = sockets.map((socket) => {
    let pending: Buffer = Buffer.alloc(0)
    let dialogue: Dialogue
    const next = (): void => {
      dialogue = target.begin()
      socket.write(String(dialogue.next().value))
    }
    starts.push(next)
    return new Promise<void>((resolve, reject) => {
      socket.on('error', reject)
      socket.on('close', () => resolve())
      socket.on('data', (chunk) => {
        pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
        for (;;) {
          const head = pending.indexOf(headEnd)
          if (head < 0) return
          const lines = pending.subarray(0, head).toString('latin1')
          const start = head + headEnd.length
          const end = start + contentLength(lines)
          if (pending.length < end) return
          const body = pending.subarray(start, end).toString('latin1')
          pending = pending.subarray(end)
          const said = dialogue.next({ status: lines.slice(9, 12), head: lines, body })
          if (!running) return void socket.destroy()
          if (!said.done) {
            socket.write(said.value)
            continue
          }
          if (said.value) answers += 1
          else refused += 1
          next()
        }
      })
    })
  })
  const started = process.hrtime.bigint()
  for (const start of starts) start()
  await new Promise((resolve) => setTimeout(resolve, durationMs))
  const seconds = Number(process.hrtime.bigint() - started) / 1e9
  const counted = answers
  running = false
  await Promise.all(done)
  return { perSecond: counted / seconds, refused }
}

function contentLength(head: string): number {
  const match = /\r\ncontent-length: (\d+)/i.exec(head)
  if (!match) throw new Error(`an answer without a length: ${head}`)
  return Number(match[1])
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}
