import { TestRunner } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** The number of variants of an attack that a test tries. */
    variants?: number
  }
}

/**
 * Notes that the current test tries this many variants of its attack and passes only if each is rejected.
 * `npm run test:attacks` adds them up by engine; a test that notes nothing counts as one variant.
 */
export function noteVariants(count: number): void {
  const test = TestRunner.getCurrentTest()
  if (test) test.meta.variants = (test.meta.variants ?? 0) + count
}
