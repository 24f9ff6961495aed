import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { consentPath, type DevelopmentOptions, playgroundApplication, type StaticPage } from '@latchkey/server/dev'

/** Pages with an address of their own; whatever else lies beside them is served below its folder's name. */
const addresses: Readonly<Record<string, string>> = {
  'playground.html': '/',
  'gallery.html': '/gallery',
  'application.html': playgroundApplication.path,
  'consent.html': consentPath,
  'inbox.html': '/inbox',
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/**
 * The pages of development mode, which the bundle keeps beside itself, with a list of them; and the stand-alone widgets,
 * so that a page of any origin can begin with one import and no install.
 */
export function readPages(): NonNullable<DevelopmentOptions['pages']> {
  const pages = [...readFolder('page'), ...readFolder('standalone').map((page) => ({ ...page, isShared: true }))]
  return ({ projects }) => {
    const consumer = projects.find(({ vertical }) => vertical === 'CONSUMER')
    const values: Readonly<Record<string, string>> = {
      public_token: consumer?.publicToken ?? '',
      project_id: consumer?.id ?? '',
      application_id: playgroundApplication.id,
    }
    const filled = (page: StaticPage): StaticPage => ({
      ...page,
      body: page.body.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole),
      postsForms: page.path === consentPath,
    })
    return pages.map((page) => (page.contentType.startsWith('text/html') ? filled(page) : page))
  }
}

function readFolder(name: string): StaticPage[] {
  const folder = new URL(`./${name}/`, import.meta.url)
  const read = (file: string): string => readFileSync(new URL(file, folder), 'utf8')
  const files = JSON.parse(read('files.json')) as string[]
  return files.map((file) => ({
    path: addresses[file] ?? `/${name}/${file}`,
    contentType: contentTypes[extname(file)] ?? 'application/octet-stream',
    body: read(file),
  }))
}
