import { connect, type Socket } from 'node:net'
import { type Answer, createAnswerReader } from '../http-load/response-reader.ts'

/** A pool of keep-alive connections to one port, without a maximum: requests never wait for each other. */
export interface Connections {
  /** Rejects if the connection closes before the response is complete. */
  send(request: string): Promise<Answer>
  /** The number of open connections. */
  open(): number
  close(): void
}

interface Line {
  socket: Socket
  idleSince: number
  pending: { resolve(answer: Answer): void; reject(error: Error): void } | null
}

/** The provider closes idle connections after 65 s; one that is about to be closed is not used. */
const usableMs = 30_000

export function createConnections(port: number): Connections {
  const lines = new Set<Line>()
  /** The connection that was used last is used next. */
  const idle: Line[] = []

  function openLine(): Line {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const line: Line = { socket, idleSince: 0, pending: null }
    lines.add(line)
    socket.on(
      'data',
      createAnswerReader((answer) => {
        const { pending } = line
        line.pending = null
        line.idleSince = performance.now()
        // An unsolicited response announces the end of the connection.
        if (!pending || /\r\nconnection: close/i.test(answer.head)) socket.end()
        else idle.push(line)
        pending?.resolve(answer)
        return true
      }),
    )
    socket.on('error', (error) => end(line, error))
    socket.on('close', () => end(line, new Error('the connection was closed')))
    return line
  }

  function end(line: Line, error: Error): void {
    lines.delete(line)
    line.pending?.reject(error)
    line.pending = null
  }

  function idleLine(): Line | undefined {
    for (let line = idle.pop(); line; line = idle.pop()) {
      if (lines.has(line) && performance.now() - line.idleSince < usableMs) return line
      line.socket.destroy()
    }
    return undefined
  }

  return {
    send(request) {
      const line = idleLine() ?? openLine()
      return new Promise((resolve, reject) => {
        line.pending = { resolve, reject }
        line.socket.write(request)
      })
    },
    open: () => lines.size,
    close() {
      for (const { socket } of lines) socket.destroy()
    },
  }
}
