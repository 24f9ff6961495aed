// Takes screenshots of every screen and state:
//   node e2e/widgets/pictures/screens.mjs <folder> [react-18 | react-19 | standalone] [part of the name]
import { resolve } from 'node:path'
import { createServer, defaultServerConditions } from 'vite'

const [folder, build = 'standalone', only] = process.argv.slice(2)
if (!folder) throw new Error('The folder is missing: node e2e/widgets/pictures/screens.mjs <folder>')

const loader = await createServer({
  configFile: false,
  root: resolve(import.meta.dirname, '..', '..', '..'),
  appType: 'custom',
  logLevel: 'warn',
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
  ssr: { resolve: { conditions: ['@latchkey/source', ...defaultServerConditions] } },
})
try {
  const { takePictures } = await loader.ssrLoadModule('/e2e/widgets/pictures/screens.ts')
  await takePictures(resolve(folder), build, only)
} finally {
  await loader.close()
}
