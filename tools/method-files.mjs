// Lists the shared files that name a sign-in method, and so have to change when one is added:
//   node tools/method-files.mjs totp packages/server/src
// Left out are the method's own files (those with the word in their path), tests, locales and migrations.
import { isTest, projectFiles, readSource } from './checks/sources.mjs'

const [word, folder] = process.argv.slice(2)
if (!word || !folder) throw new Error('Usage: node tools/method-files.mjs <word> <folder>')
const name = new RegExp(word, 'i')
const leftOut = /\/(locales|strings|migrations|fuzz|attacks|faults|testing)\//
const files = projectFiles().filter(
  (path) => path.startsWith(folder) && /\.tsx?$/.test(path) && !isTest(path) && !leftOut.test(path) && !name.test(path),
)
const shared = files.filter((path) => name.test(readSource(path)))
console.log([...shared, `${shared.length} shared files name ${word}`].join('\n'))
