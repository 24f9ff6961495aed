import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type LoadTarget, load } from '../e2e/http-load/closed-loop.ts'
import { basic, httpRequest } from '../e2e/http-load/http-request.ts'
import { post } from '../e2e/http-load/post.ts'
import { benchFolder, median, type ServerProcess, startServer } from '../e2e/http-load/server-process.ts'
import { livePages, type membershipCounts } from './business-fixtures.ts'

const pairsMeasured = 9
const sliceMs = 2_000
const connections = 32

/** Two calls, measured in turn. */
export interface ComparedCosts {
  /** CPU time of the server per response, in milliseconds, median. */
  first: number
  second: number
  /** The cost of the second relative to that of the first in the same round, median. */
  medianRatio: number
  refused: number
}

export interface BusinessResult {
  /** The refresh of a session of a user, then of a member. */
  refresh: ComparedCosts
  /** The organizations of an address with one membership, then of one with many. */
  discovery: ComparedCosts
}

interface MeasuredServer extends LoadTarget {
  server: Pick<ServerProcess, 'cpuMs'>
}

export async function measureBusiness(scripts: { server: string; businessServer: string }): Promise<BusinessResult> {
  const folder = benchFolder()
  const consumer = await startServer(scripts.server, [join(folder, 'consumer.db')])
  const business = await startServer(scripts.businessServer, [join(folder, 'business.db')])
  const sessions = JSON.parse(business.rest) as Record<keyof typeof membershipCounts, string>
  const consumerRefresh = post('/sdk/v1/sessions/authenticate', consumer.rest, {})
  const target = (path: string, session: string): MeasuredServer => {
    const request = httpRequest(path, { authorization: basic(session), origin: livePages, json: {} })
    return { server: business, port: business.port, request: () => request }
  }
  const discovery = '/sdk/v1/b2b/discovery/organizations'
  try {
    return {
      refresh: await compareCosts(
        { server: consumer, port: consumer.port, request: () => consumerRefresh },
        target('/sdk/v1/b2b/sessions/authenticate', sessions.one),
      ),
      discovery: await compareCosts(target(discovery, sessions.one), target(discovery, sessions.many)),
    }
  } finally {
    await Promise.all([consumer.stop(), business.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Alternates between the two, so that other load on the machine affects both; it affects the CPU time least. */
async function compareCosts(first: MeasuredServer, second: MeasuredServer): Promise<ComparedCosts> {
  const rounds: { first: number; second: number }[] = []
  let refused = 0
  // The first round warms up.
  for (let round = 0; round <= pairsMeasured; round += 1) {
    const [one, other] = [await measureCost(first), await measureCost(second)]
    refused += one.refused + other.refused
    if (round > 0) rounds.push({ first: one.perResponse, second: other.perResponse })
  }
  return {
    first: median(rounds.map((round) => round.first)),
    second: median(rounds.map((round) => round.second)),
    medianRatio: median(rounds.map((round) => round.second / round.first)),
    refused,
  }
}

async function measureCost(target: MeasuredServer): Promise<{ perResponse: number; refused: number }> {
  const before = await target.server.cpuMs()
  const { responses, refused } = await load(target, connections, sliceMs)
  return { perResponse: ((await target.server.cpuMs()) - before) / responses, refused }
}
