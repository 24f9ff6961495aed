// No folder has more than 30 files, tests included. `folders.json` lists the folders that still have more, with a reason;
// their numbers can only go down: `node tools/check.mjs "files per folder" --update` lowers them.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../bootstrap/run.mjs'
import { projectFiles } from './sources.ts'

const maxFiles = 30
const recordFile = join(root, 'tools/checks/folders.json')

/** One file per language or per logo: a list that is not read from top to bottom. */
const isList = (folder: string) => /\/(locales|logos|icons|templates\/strings)$/.test(folder)

type Exceptions = Partial<Record<string, { files: number; reason: string }>>

export async function checkFolders(args: readonly string[] = []): Promise<string[]> {
  const exceptions: Exceptions = JSON.parse(readFileSync(recordFile, 'utf8'))
  const counts = countFiles(projectFiles())
  if (args.includes('--update')) {
    const lowered: Exceptions = {}
    for (const [folder, entry] of Object.entries(exceptions)) {
      const files = Math.min(counts.get(folder) ?? 0, entry?.files ?? 0)
      if (entry && files > maxFiles) lowered[folder] = { ...entry, files }
    }
    writeFileSync(recordFile, `${JSON.stringify(lowered, null, 2)}\n`)
  }
  return complaintsOf(counts, exceptions)
}

function countFiles(paths: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const path of paths.filter((one) => one.includes('/'))) {
    const folder = dirname(path)
    if (!isList(folder)) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return counts
}

function complaintsOf(counts: ReadonlyMap<string, number>, exceptions: Exceptions): string[] {
  return [...counts]
    .filter(([folder, files]) => files > (exceptions[folder]?.files ?? maxFiles))
    .map(([folder, files]) => `${folder}: ${files} files, at most ${exceptions[folder]?.files ?? maxFiles} allowed`)
}
