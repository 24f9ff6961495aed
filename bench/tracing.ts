import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { load } from '../e2e/http-load/closed-loop.ts'
import { post } from '../e2e/http-load/post.ts'
import { benchFolder, median, startServer } from '../e2e/http-load/server-process.ts'

const roundsMeasured = 9
const sliceMs = 2_000
const connections = 32

/** The share of requests that are traced; null without an SDK. */
const cases = [
  { what: 'no SDK', sampledShare: null },
  { what: 'SDK, 1 % of the requests sampled', sampledShare: 0.01 },
  { what: 'SDK, all requests sampled', sampledShare: 1 },
] as const

export interface TracingResult {
  what: string
  /** Requests per second, median. */
  perSecond: number
  /** Relative to the provider without an SDK in the same round, median. */
  ratio: number
  refused: number
}

/** `sessions/authenticate` with spans that are discarded. Alternates between the servers, as `measureRefresh` does. */
export async function measureTracing(providerServer: string): Promise<TracingResult[]> {
  const folder = benchFolder()
  const servers = await Promise.all(
    cases.map(({ sampledShare }, index) => {
      const traces = sampledShare === null ? [] : [`--traces=${sampledShare}`]
      return startServer(providerServer, [join(folder, `${index}.db`), ...traces])
    }),
  )
  const targets = servers.map(({ port, rest }) => {
    const refresh = post('/sdk/v1/sessions/authenticate', rest, {})
    return { port, request: () => refresh }
  })
  try {
    for (const target of targets) await load(target, connections, sliceMs)
    const results = cases.map(({ what }) => ({ what, rounds: [] as number[], ratios: [] as number[], refused: 0 }))
    for (let round = 0; round < roundsMeasured; round += 1) {
      let baseline = 0
      for (const [index, target] of targets.entries()) {
        const { perSecond, refused } = await load(target, connections, sliceMs)
        if (index === 0) baseline = perSecond
        const result = results[index]
        result?.rounds.push(perSecond)
        result?.ratios.push(perSecond / baseline)
        if (result) result.refused += refused
      }
    }
    return results.map(({ what, rounds, ratios, refused }) => ({
      what,
      perSecond: median(rounds),
      ratio: median(ratios),
      refused,
    }))
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
}
