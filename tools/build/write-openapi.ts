// `npm run openapi`: writes the contract as OpenAPI 3.1 to dist/openapi.json.
//   --base-url <url>   URL of the provider (default: http://localhost:4000)
//   --lint             also lint the document, and fail on any error
import { parseArgs } from 'node:util'
import { lintOpenApi, writeOpenApi } from './openapi.ts'

const { values } = parseArgs({
  options: { 'base-url': { type: 'string', default: 'http://localhost:4000' }, lint: { type: 'boolean' } },
})
const file = await writeOpenApi(values['base-url'])
console.log(`wrote ${file}`)
const complaints = values.lint ? await lintOpenApi(file) : []
for (const complaint of complaints) console.error(complaint)
process.exit(complaints.length === 0 ? 0 : 1)
