import { readFileSync } from 'node:fs'
import type { DevelopmentOptions, StaticPage } from '@latchkey/server/dev'

const files: readonly { path: string; file: string; contentType: string }[] = [
  { path: '/', file: 'sign-in.html', contentType: 'text/html; charset=utf-8' },
  { path: '/inbox', file: 'inbox.html', contentType: 'text/html; charset=utf-8' },
  { path: '/page/sign-in.js', file: 'sign-in.js', contentType: 'text/javascript; charset=utf-8' },
  { path: '/page/inbox.js', file: 'inbox.js', contentType: 'text/javascript; charset=utf-8' },
  { path: '/page/theme.css', file: 'theme.css', contentType: 'text/css; charset=utf-8' },
  { path: '/page/sign-in.css', file: 'sign-in.css', contentType: 'text/css; charset=utf-8' },
  { path: '/page/inbox.css', file: 'inbox.css', contentType: 'text/css; charset=utf-8' },
]

/** The pages of development mode, which the bundle keeps beside itself. */
export function readPages(): NonNullable<DevelopmentOptions['pages']> {
  const folder = new URL('./page/', import.meta.url)
  const read: StaticPage[] = files.map(({ path, file, contentType }) => ({
    path,
    contentType,
    body: readFileSync(new URL(file, folder), 'utf8'),
  }))
  return ({ projects }) => {
    const consumer = projects.find(({ vertical }) => vertical === 'CONSUMER')
    return read.map((page) =>
      page.path === '/'
        ? { ...page, body: page.body.replaceAll('{{public_token}}', consumer?.publicToken ?? '') }
        : page,
    )
  }
}
