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

const isFull = process.env.TEST_MATRIX === 'full'

/** Where every build has many tests of its own; the oldest React then waits for the full run. */
export const newerBuilds: readonly Build[] = isFull ? builds : builds.slice(1)

/** In the full run all of them; else each build once, in and out of a shadow root, three ways. */
export const matrix: readonly Combination[] = isFull ? all : [0, 3, 4].flatMap((at) => all[at] ?? [])
