import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noteVariants } from '../../../packages/server/src/testing/variants.suite.ts'
import { type RelyingParty, startRelyingParty } from '../../widgets/relying-party.ts'
import { prepareWidgets } from '../../widgets/widget-setup.ts'
import { cases, holders, type Named, namesFor, tryNames } from '../clobbering.ts'

const setup = prepareWidgets({ hasOwnProvider: true })
let party: RelyingParty

beforeAll(async () => {
  party = await startRelyingParty(setup)
})
afterAll(() => party?.close())

describe.each(cases)('elements named like properties ($build, $embedding, $moment)', (one) => {
  it.each(holders)('do not break a widget as %s (X-9)', async (holder) => {
    const named = (await namesFor(setup, one.build))[holder].map((name): Named => [holder, name])
    noteVariants(named.length)
    expect(await tryNames(setup, party, one, named)).toBeGreaterThan(0)
  })
})
