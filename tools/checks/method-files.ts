// The shared files that name a sign-in method, and so have to change when one is added. The fewer, the better.
import { isTest, projectFiles, readSource } from './sources.ts'

/** The most shared files of an existing method. The target is 8; a number can only go down. */
const limits = [
  { word: 'totp', folder: 'packages/server/src', most: 6 },
  { word: 'crypto', folder: 'packages/widgets/src', most: 7 },
]

export async function checkMethodFiles(): Promise<string[]> {
  return limits.flatMap(({ word, folder, most }) => {
    const shared = sharedFilesOf(word, folder)
    return shared.length <= most
      ? []
      : [`${folder}: ${shared.length} shared files name ${word}, at most ${most} allowed:`, ...shared]
  })
}

/** The shared files in `folder` that name a method. Its own files are those with the word in their path. */
export function sharedFilesOf(word: string, folder: string): string[] {
  const name = new RegExp(word, 'i')
  // Lists of words and text, and tests.
  const leftOut = /\/(locales|strings|migrations|fuzz|attacks|faults|testing)\/|\/reserved-slugs\.ts$/
  return projectFiles().filter(
    (path) =>
      path.startsWith(folder) &&
      /\.tsx?$/.test(path) &&
      !isTest(path) &&
      !leftOut.test(path) &&
      !name.test(path) &&
      name.test(readSource(path)),
  )
}
