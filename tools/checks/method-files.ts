// The shared files that name a sign-in method, and so have to change when one is added. The fewer, the better.
import { isTest, projectFiles, readSource } from './sources.ts'

/** The shared files in `folder` that name a method. Its own files are those with the word in their path. */
export function sharedFilesOf(word: string, folder: string): string[] {
  const name = new RegExp(word, 'i')
  const leftOut = /\/(locales|strings|migrations|fuzz|attacks|faults|testing)\//
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
