// Files of fewer than 15 lines that only one other file imports belong in that file. A few are allowed.
// `node tools/check.mjs "small files" --list` prints them.
import { importsOf, isTest, projectFiles, readSource } from './sources.ts'

const minLines = 15
/** Fewer than this many files of all packages may be smaller. */
const limit = 40

/** One file per language, logo or entry is a list, whatever the size of its files. */
const isList = (path: string) => /\/(locales|logos|icons|migrations|templates\/strings)\/|\/src\/[^/]+$/.test(path)

export async function checkSmallFiles(args: readonly string[] = []): Promise<string[]> {
  const small = findSmallFiles()
  if (args.includes('--list')) for (const line of small) console.log(line)
  return small.length < limit ? [] : [`${small.length} files, fewer than ${limit} are allowed:`, ...small]
}

function findSmallFiles(): string[] {
  const shipped = projectFiles().filter((path) => /^packages\/[^/]+\/src\/.*\.tsx?$/.test(path) && !isTest(path))
  const importers = new Map<string, Set<string>>()
  for (const path of shipped)
    for (const { target } of importsOf(path))
      if (target !== null) importers.set(target, (importers.get(target) ?? new Set()).add(path))
  return shipped.flatMap((path) => {
    const [importer, ...others] = importers.get(path) ?? []
    const lines = readSource(path).trimEnd().split('\n').length
    const isSmall = lines < minLines && importer !== undefined && others.length === 0 && !isList(path)
    return isSmall ? [`${path}: ${lines} lines, imported only by ${importer}`] : []
  })
}
