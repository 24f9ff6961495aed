import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noteVariants } from '../../../packages/server/src/testing/variants.suite.ts'
import { type RelyingParty, startRelyingParty } from '../../widgets/relying-party.ts'
import { prepareWorld } from '../../widgets/world.ts'
import { cases, holders, type Named, namesFor, tryNames } from '../clobbering.ts'

const world = prepareWorld()
let party: RelyingParty

beforeAll(async () => {
  party = await startRelyingParty(world)
})
afterAll(() => party?.close())

describe.each(cases)('elements named like properties ($build, $way, $moment)', (one) => {
  it.each(holders)('do not break a widget as %s (X-9)', async (holder) => {
    const named = (await namesFor(world, one.build))[holder].map((name): Named => [holder, name])
    noteVariants(named.length)
    expect(await tryNames(world, party, one, named)).toBeGreaterThan(0)
  })
})
