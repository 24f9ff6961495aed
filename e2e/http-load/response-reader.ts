export interface Answer {
  status: string
  head: string
  body: string
}

const headEnd = Buffer.from('\r\n\r\n')

/** Parses the bytes of a socket and passes each complete response to `onAnswer`, until that returns false. */
export function createAnswerReader(onAnswer: (answer: Answer) => boolean): (chunk: Buffer) => void {
  let chunks: Buffer[] = []
  let length = 0
  let needed = 0
  function keep(rest: Buffer): void {
    chunks = rest.length === 0 ? [] : [rest]
    length = rest.length
  }
  return (chunk) => {
    chunks.push(chunk)
    length += chunk.length
    // The chunks of a long response are joined once: copying them again for each chunk would take most of the time.
    if (length < needed) return
    let pending: Buffer = chunks.length === 1 ? chunk : Buffer.concat(chunks)
    needed = 0
    keep(pending)
    for (;;) {
      const end = pending.indexOf(headEnd)
      if (end < 0) return
      const head = pending.subarray(0, end).toString('latin1')
      const found = bodyOf(head, pending, end + headEnd.length)
      if (typeof found === 'number') needed = found
      if (typeof found === 'number' || found === null) return
      pending = pending.subarray(found.end)
      keep(pending)
      if (!onAnswer({ status: head.slice(9, 12), head, body: found.body })) return
    }
  }
}

/** While the response is incomplete, its length, or null if that is not known yet. */
function bodyOf(head: string, received: Buffer, start: number): { body: string; end: number } | number | null {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length !== undefined) {
    const end = start + Number(length)
    return received.length < end ? end : { body: received.subarray(start, end).toString('latin1'), end }
  }
  if (/\r\ntransfer-encoding: chunked/i.test(head)) return chunkedBody(received, start)
  // No content, or a connection that was closed early.
  if (/^HTTP\/1\.1 (204|304|408)/.test(head)) return { body: '', end: received.length }
  throw new Error(`an answer without a length: ${head}`)
}

/** RFC 9112 §7.1, without extensions and trailers. */
function chunkedBody(received: Buffer, start: number): { body: string; end: number } | null {
  let body = ''
  for (let at = start; ; ) {
    const line = received.indexOf('\r\n', at)
    if (line < 0) return null
    const size = Number.parseInt(received.subarray(at, line).toString('latin1'), 16)
    const end = line + 2 + size
    if (received.length < end + 2) return null
    if (size === 0) return { body, end: end + 2 }
    body += received.subarray(line + 2, end).toString('latin1')
    at = end + 2
  }
}

/** The next URL of the browser: from a redirect, or from an auto-submitting page. */
export function nextUrl({ head, body }: Answer): URL | null {
  const moved = /\r\nlocation: (\S+)/i.exec(head)?.[1]
  const address = moved ?? /http-equiv="refresh" content="0;url=([^"]+)"/.exec(body)?.[1]?.replaceAll('&amp;', '&')
  return address === undefined ? null : new URL(address)
}
