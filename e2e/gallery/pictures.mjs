// Takes screenshots of the whole gallery at 320, 390 and 1280 pixels:
//   node e2e/gallery/pictures.mjs <folder> [locale=ar] [scheme=dark] [theme=Night] [only=login/main] [dom=shadow]
import { join, resolve } from 'node:path'
import { createServer, defaultServerConditions } from 'vite'

const [folder, ...options] = process.argv.slice(2)
if (!folder) throw new Error('Say where the pictures go: node e2e/gallery/pictures.mjs <folder>')
const { widths = '320,390,1280', ...view } = Object.fromEntries(options.map((option) => option.split('=')))

const root = resolve(import.meta.dirname, '..', '..')
const loader = await createServer({
  configFile: false,
  root,
  appType: 'custom',
  logLevel: 'warn',
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
  ssr: { resolve: { conditions: ['@latchkey/source', ...defaultServerConditions] } },
})
try {
  const { bundleProvider } = await loader.ssrLoadModule('/tools/build/bundle-provider.ts')
  process.env.TEST_PROVIDER_SCRIPT = await bundleProvider(join(root, 'node_modules', '.latchkey', 'pictures'))
  const { takeGalleryPictures } = await loader.ssrLoadModule('/e2e/gallery/gallery-pictures.ts')
  await takeGalleryPictures(resolve(folder), view, widths.split(',').map(Number))
} finally {
  await loader.close()
}
