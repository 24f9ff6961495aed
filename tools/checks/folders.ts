// No folder has more than 30 files, tests included.
import { dirname } from 'node:path'
import { projectFiles } from './sources.ts'

const maxFiles = 30

/** One file per language, logo, error or topic of the documentation: a list that is not read from top to bottom. */
const isList = (folder: string) => /\/(locales|logos|icons|templates\/strings)$|^docs(\/errors)?$/.test(folder)

export async function checkFolders(): Promise<string[]> {
  return [...countFiles(projectFiles())]
    .filter(([, files]) => files > maxFiles)
    .map(([folder, files]) => `${folder}: ${files} files, at most ${maxFiles} allowed`)
}

function countFiles(paths: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const path of paths.filter((one) => one.includes('/'))) {
    const folder = dirname(path)
    if (!isList(folder)) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return counts
}
