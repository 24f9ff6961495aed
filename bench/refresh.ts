import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { load } from '../e2e/http-load/closed-loop.ts'
import { post } from '../e2e/http-load/post.ts'
import { benchFolder, median, startServer } from '../e2e/http-load/server-process.ts'

const pairsMeasured = 9
const sliceMs = 2_000
const connections = 32

export interface RefreshResult {
  pairs: { bare: number; provider: number }[]
  medianRatio: number
  refused: number
}

/** Alternates between the two servers, so that other load on the machine affects both. */
export async function measureRefresh(scripts: { bareServer: string; providerServer: string }): Promise<RefreshResult> {
  const folder = benchFolder()
  const bare = await startServer(scripts.bareServer, [join(folder, 'bare.db'), 'token'])
  const provider = await startServer(scripts.providerServer, [join(folder, 'provider.db')])
  const bareRequest = post('/', 'public:token', {})
  const refresh = post('/sdk/v1/sessions/authenticate', provider.rest, {})
  const bareTarget = { port: bare.port, request: () => bareRequest }
  const providerTarget = { port: provider.port, request: () => refresh }
  try {
    await load(bareTarget, connections, sliceMs)
    await load(providerTarget, connections, sliceMs)
    const pairs: RefreshResult['pairs'] = []
    let refused = 0
    for (let pair = 0; pair < pairsMeasured; pair += 1) {
      const first = await load(bareTarget, connections, sliceMs)
      const second = await load(providerTarget, connections, sliceMs)
      refused += first.refused + second.refused
      pairs.push({ bare: first.perSecond, provider: second.perSecond })
    }
    return { pairs, medianRatio: median(pairs.map((pair) => pair.provider / pair.bare)), refused }
  } finally {
    await Promise.all([bare.stop(), provider.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
}
