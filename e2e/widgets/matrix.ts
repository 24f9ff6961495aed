import { describe, it, type SuiteAPI, type TestAPI } from 'vitest'
import type { Embedding } from '../hosts/host-login.ts'
import { type Build, builds } from '../hosts/host-site.ts'

interface Combination {
  build: Build
  enableShadowDOM: boolean
  embedding: Embedding
}

/** Every build, with and without a shadow root, each with one of the mount methods. */
const embeddings: Embedding[] = ['strict', 'component', 'mount', 'element', 'mount', 'element']
const all: Combination[] = builds.flatMap((build, i) =>
  [false, true].map((enableShadowDOM, j) => ({
    build,
    enableShadowDOM,
    embedding: embeddings[2 * i + j] as Embedding,
  })),
)

export const isFull = process.env.TEST_MATRIX === 'full'

const register = (): void => undefined
const registerNothing = Object.assign(register, { each: () => register })

/**
 * `it` of tests that only `npm run test:full` runs, because tests of a lower layer or another browser test fail too if
 * the behavior breaks. Such a test must not be the last one of a clause, of an attack or of a fault.
 */
export const itInFullRun = (isFull ? it : registerNothing) as TestAPI

/** `describe` of tests that only `npm run test:full` runs. */
export const describeInFullRun = (isFull ? describe : registerNothing) as SuiteAPI

/** All of them in the full run; otherwise one, another in each file, so that the files together cover every build. */
export const turn = (at: 0 | 3 | 4): readonly Combination[] => (isFull ? all : all.slice(at, at + 1))

/** Some embeddings: with every build in the full run, otherwise the second with React 19 and the last without React. */
export function spread(embeddings: readonly [Embedding, boolean][]): readonly Combination[] {
  const combine = (build: Build, [embedding, enableShadowDOM]: [Embedding, boolean]): Combination => ({
    ...{ build, embedding, enableShadowDOM },
  })
  if (isFull) return builds.flatMap((build) => embeddings.map((one) => combine(build, one)))
  return [
    ...embeddings.slice(1, 2).map((one) => combine('react-19', one)),
    ...embeddings.slice(-1).map((one) => combine('standalone', one)),
  ]
}
