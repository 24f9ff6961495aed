import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { consentPath, type DevelopmentOptions, playgroundApplication, type StaticPage } from '@latchkey/server/dev'

const playgroundPath = '/'
const businessPath = '/business'

/** Pages with a path of their own. All other files are served below the name of their folder. */
const pagePaths: Readonly<Record<string, string>> = {
  'playground.html': playgroundPath,
  'gallery.html': '/gallery',
  'application.html': playgroundApplication.path,
  'consent.html': consentPath,
  'business.html': businessPath,
  'inbox.html': '/inbox',
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/**
 * The pages of a development provider, which the bundler writes next to the bundle, and the stand-alone widgets, which
 * a page of any origin can import without installing a package.
 */
export function readPages(): NonNullable<DevelopmentOptions['pages']> {
  const pages = [...readFolder('page'), ...readFolder('standalone').map((page) => ({ ...page, isShared: true }))]
  return ({ projects }) => {
    const consumer = projects.find(({ vertical }) => vertical === 'CONSUMER')
    const business = projects.find(({ vertical }) => vertical === 'B2B')
    const values: Readonly<Record<string, string>> = {
      public_token: consumer?.publicToken ?? '',
      project_id: consumer?.id ?? '',
      business_public_token: business?.publicToken ?? '',
      business_project_id: business?.id ?? '',
      application_id: playgroundApplication.id,
    }
    const filled = (page: StaticPage): StaticPage => ({
      ...page,
      body: page.body.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole),
      postsForms: page.path === consentPath || page.path === playgroundPath,
      createsScripts: page.path === playgroundPath || page.path === businessPath,
    })
    return pages.map((page) => (page.contentType.startsWith('text/html') ? filled(page) : page))
  }
}

function readFolder(name: string): StaticPage[] {
  const folder = new URL(`./${name}/`, import.meta.url)
  const read = (file: string): string => readFileSync(new URL(file, folder), 'utf8')
  const files = JSON.parse(read('files.json')) as string[]
  return files.map((file) => ({
    path: pagePaths[file] ?? `/${name}/${file}`,
    contentType: contentTypes[extname(file)] ?? 'application/octet-stream',
    body: read(file),
  }))
}
