// Lists the shared files of a sign-in method: see tools/checks/list-method-files.ts.
import { runTool } from './run-ts.mjs'

await runTool('./checks/list-method-files.ts')
