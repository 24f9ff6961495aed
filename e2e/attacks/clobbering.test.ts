import { afterAll, beforeAll, expect, it } from 'vitest'
import { noteVariants } from '../../packages/server/src/testing/variants.suite.ts'
import { type RelyingParty, startRelyingParty } from '../widgets/relying-party.ts'
import { prepareWidgets } from '../widgets/widget-setup.ts'
import { cases, documentHolders, type Named, namesFor, tryNames } from './clobbering.ts'

const setup = prepareWidgets()
let party: RelyingParty

beforeAll(async () => {
  party = await startRelyingParty(setup)
})
afterAll(() => party?.close())

/** One of each build and moment; the others are in `further`. */
const sample = cases.filter(({ build, way, moment }) =>
  ['standalone mount in the page', 'standalone element after the mount', 'react-19 component after the mount']
    .concat('react-19 element before the mount')
    .includes(`${build} ${way} ${moment}`),
)

it.each(sample)(
  'elements named like properties of documents, windows and forms do not break a widget ($build, $way, $moment) (X-9)',
  async (one) => {
    const names = await namesFor(setup, one.build)
    // All names at once, by turns as another kind of element.
    const named: Named[] = [
      ...names.img.map((name, index): Named => [documentHolders[index % documentHolders.length] ?? 'img', name]),
      ...names.a.map((name): Named => ['a', name]),
      ...names.input.map((name): Named => ['input', name]),
    ]
    noteVariants(named.length)
    // Not all can be hidden: `location` cannot, and a window's own properties cannot.
    expect(await tryNames(setup, party, one, named)).toBeGreaterThan(named.length / 2)
  },
)
