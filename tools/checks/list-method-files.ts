// Lists the shared files that name a sign-in method:
//   node tools/method-files.mjs totp packages/server/src
// Left out are the method's own files (those with the word in their path), tests, locales and migrations.
import { sharedFilesOf } from './method-files.ts'

const [word, folder] = process.argv.slice(2)
if (!word || !folder) throw new Error('Usage: node tools/method-files.mjs <word> <folder>')
const shared = sharedFilesOf(word, folder)
console.log([...shared, `${shared.length} shared files name ${word}`].join('\n'))
