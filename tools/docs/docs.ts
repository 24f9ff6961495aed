// `npm run docs`: builds the documentation site into apps/docs/dist, offline, and checks its links.
//   --background   low priority, and nothing is built if the sources have not changed
import { constants, setPriority } from 'node:os'
import { parseArgs } from 'node:util'
import { buildDocs, isDocsCurrent } from './build-docs.ts'

const { values } = parseArgs({ options: { background: { type: 'boolean', default: false } } })
if (values.background) setPriority(constants.priority.PRIORITY_LOW)
if (values.background && (await isDocsCurrent())) process.exit(0)
const { complaints, pages } = await buildDocs()
for (const complaint of complaints) console.error(complaint)
console.log(`apps/docs/dist: ${pages} pages, ${complaints.length} broken links`)
// A provider serves the site in spite of a broken link.
process.exit(complaints.length === 0 || values.background ? 0 : 1)
