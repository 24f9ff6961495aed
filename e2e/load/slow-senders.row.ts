import { connect, type Socket } from 'node:net'
import { basic } from '../http-load/http-request.ts'
import { newBook } from './acknowledged.ts'
import { createApi } from './api.ts'
import { createFlows } from './flows.ts'
import { openLoadSetup } from './load-setup.ts'
import { type Offered, offer, sequence } from './open-loop.ts'
import { createRecorder, type Recorder, summarise } from './recorder.ts'
import { atMost, endingBars, none, type Row, shown } from './row.ts'

const idleCount = 2_000
const slowCount = 200
/** The time after which the provider cuts an incomplete body. It checks once a second. */
const cutAfterMs = 10_000
const cutWithinMs = 2_000

/** Connections that send nothing, and requests that never end, together with users who refresh. */
const slowSenders: Row = {
  id: 'L8',
  engine: 'PostgreSQL',
  async run({ machine, scale }) {
    const setup = await openLoadSetup(machine, 'PostgreSQL', 'L8')
    try {
      const users = await setup.seed(2_000)
      const book = newBook()
      const random = sequence(scale.seed)
      const [quiet, underLoad] = [createRecorder(), createRecorder()]
      const refresh = (recorder: Recorder, seconds: number) => {
        const api = createApi(setup.connections(), setup.project.public_token, recorder)
        const flows = createFlows(setup, api, book)
        return offer({ perSecond: 100, seconds, random }, async (dueAt, index) => {
          const { email, token } = users[index % users.length] ?? { email: '', token: '' }
          book.seenSeeded(email, token)
          await flows.refresh(token, dueAt).catch(() => undefined)
        })
      }
      const { public_token } = setup.project
      const authorization = basic(`${public_token}:${public_token}`)
      const offers: Offered[] = []
      const cuts: number[] = []
      const wrong: string[] = []
      const seconds = scale.seconds(14, 100)
      await refresh(createRecorder(), 2)
      for (let round = 0; round < 3; round += 1) {
        offers.push(await refresh(quiet, 8))
        const { port } = setup.provider()
        const idle: Socket[] = []
        while (idle.length < idleCount)
          idle.push(...(await Promise.all(Array.from({ length: 100 }, () => openIdle(port)))))
        const ended = Promise.all(Array.from({ length: slowCount }, () => sendSlowly(port, authorization)))
        offers.push(await refresh(underLoad, seconds))
        for (const { status, ms } of await ended) {
          cuts.push(ms)
          if (status !== '408' && status !== '') wrong.push(status)
        }
        const gone = idle.filter((socket) => socket.destroyed).length
        if (gone > 0) wrong.push(`${gone} idle connections were closed`)
        for (const socket of idle) socket.destroy()
      }
      const [before, during, cut] = [quiet.latency(), underLoad.latency(), summarise(cuts)]
      return {
        ...{
          id: 'L8',
          engine: 'PostgreSQL',
          what: `${idleCount.toLocaleString('en')} idle connections and ${slowCount} slow bodies`,
        },
        offered: `100 refreshes/s for ${3 * seconds} s at the same time`,
        figures: [
          `alone: ${shown(before)}; under load: ${shown(during)}`,
          `slow bodies were cut after ${(cut.p50 / 1_000).toFixed(1)} s, the last after ${(cut.max / 1_000).toFixed(1)} s`,
        ],
        bars: [
          none('slow bodies with a response, idle connections that were closed', wrong, cuts.length),
          none('slow bodies that were not cut in time', tooLate(cuts), cuts.length),
          atMost('p99 of refreshes, relative to quiet', during.p99 / before.p99, 2, '×', true),
          ...(await endingBars(setup, book, offers, underLoad, [...quiet.failures(), ...underLoad.failures()])),
        ],
      }
    } finally {
      await setup.close()
    }
  },
}

function tooLate(cuts: readonly number[]): string[] {
  return cuts.filter((ms) => ms < cutAfterMs - 100 || ms > cutAfterMs + cutWithinMs).map((ms) => `${ms.toFixed(0)} ms`)
}

/** Sends one request and keeps the connection open. */
function openIdle(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET /health/alive HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'),
    )
    socket.once('data', () => resolve(socket))
    socket.once('error', reject)
  })
}

/** Sends a body without an end, one character a second. Returns the time of the cut and the status, if there is one. */
function sendSlowly(port: number, authorization: string): Promise<{ status: string; ms: number }> {
  return new Promise((resolve) => {
    const startedAt = performance.now()
    let heard = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        `POST /sdk/v1/sessions/authenticate HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${authorization}\r\n`,
      )
      socket.write('Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{')
    })
    const characters = setInterval(() => socket.write(' '), 1_000)
    socket.on('data', (chunk) => (heard += chunk))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(characters)
      resolve({ status: heard.slice(9, 12), ms: performance.now() - startedAt })
    })
  })
}

export const slowSenderRows: readonly Row[] = [slowSenders]
