import type { Way } from '../hosts/host-login.ts'
import { type Build, builds } from '../hosts/host-site.ts'

interface Combination {
  build: Build
  enableShadowDOM: boolean
  way: Way
}

/** Every build, with and without a shadow root; the ways onto the page are spread over them. */
const ways: Way[] = ['strict', 'component', 'mount', 'element', 'mount', 'element']
const all: Combination[] = builds.flatMap((build, i) =>
  [false, true].map((enableShadowDOM, j) => ({ build, enableShadowDOM, way: ways[2 * i + j] as Way })),
)

export const isFull = process.env.TEST_MATRIX === 'full'

/** One of them outside of the full run: another in each file, so that between them they have every build. */
export const turn = (at: 0 | 3 | 4): readonly Combination[] => (isFull ? all : all.slice(at, at + 1))

/** Some ways onto the page: in the full run with every build, else each with the newest React or without any. */
export function spread(ways: readonly [Way, boolean][]): readonly Combination[] {
  const combine = (build: Build, [way, enableShadowDOM]: [Way, boolean]): Combination => ({
    ...{ build, way, enableShadowDOM },
  })
  if (isFull) return builds.flatMap((build) => ways.map((one) => combine(build, one)))
  return ways.map((one, index) => combine(2 * index < ways.length ? 'react-19' : 'standalone', one))
}

/** In the full run all of them; else each build once, in and out of a shadow root, three ways. */
export const matrix: readonly Combination[] = isFull ? all : [0, 3, 4].flatMap((at) => all[at] ?? [])
