import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Short files that start other programs and take longest, in the order in which they start. */
const longest = [
  ...['e2e/faults/redeem.test.ts', 'e2e/faults/kill.test.ts'],
  ...['e2e/hosts/packed-hosts.test.ts', 'e2e/playground.test.ts', 'e2e/widgets/looks/gallery.test.ts'],
]

/**
 * Starts the longest files of a project first, so that none of them runs alone at the end. Vitest orders files by their
 * last duration, and in a fresh checkout by their size. It accepts only a class.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project)
      const first = longest.flatMap((path) => own.filter(({ moduleId }) => moduleId.endsWith(path)))
      return [...first, ...own.filter((file) => !first.includes(file))]
    })
  }
}
