// The documentation is correct as far as a program can check: links have a target, the index links every page, every
// error type is explained, and developers find topics by the words that they search for.
import { existsSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root } from '../bootstrap/run.mjs'
import { packageLayers } from './layers.ts'
import { projectFiles, readSource } from './sources.ts'

/** `--update` writes the tables that are generated. */
export async function checkDocs(args: readonly string[] = []): Promise<string[]> {
  const complaints = checkArchitecture(args.includes('--update'))
  const pages = projectFiles().filter((path) => path.endsWith('.md') && !path.startsWith('docs/spec/'))
  for (const page of pages) {
    for (const [, target = '', section] of readSource(page).matchAll(/\]\(([^)#\s]*)(?:#([^)\s]+))?[^)]*\)/g)) {
      if (/^[a-z]+:/.test(target)) continue
      const path = target === '' ? page : normalize(join(dirname(page), target))
      if (!existsSync(join(root, path))) complaints.push(`${page}: no such page: ${target}`)
      else if (section && path.endsWith('.md') && !sectionsOf(path).has(section))
        complaints.push(`${page}: no such section: ${target}#${section}`)
    }
  }
  for (const page of pages) {
    for (const [, path = ''] of readSource(page).matchAll(
      /`((?:packages|apps|e2e|tools|bench|docs|examples)\/[\w./-]+)`/g,
    )) {
      const isOutput = /(^|\/)dist(\/|$)/.test(path)
      if (!isOutput && !existsSync(join(root, path))) complaints.push(`${page}: no such file: ${path}`)
    }
  }
  const index = readSource('docs/README.md')
  for (const page of pages.filter((path) => /^docs\/(guides\/)?[^/]+\.md$/.test(path) && path !== 'docs/README.md')) {
    if (!index.includes(`](${page.slice('docs/'.length)})`)) complaints.push(`docs/README.md does not link ${page}`)
  }
  complaints.push(...pages.flatMap(missingTarballNote))
  const explained = readSource('docs/errors.md')
  const table = /export const errorTable = \{([\s\S]*?)\n\} as const/.exec(
    readSource('packages/contract/src/core/errors.ts'),
  )?.[1]
  for (const [, type] of (table ?? '').matchAll(/^ {2}(\w+): \{/gm)) {
    if (!explained.includes(`\`${type}\``)) complaints.push(`docs/errors.md does not explain ${type}`)
  }
  const headings = pages
    .filter((page) => page === 'README.md' || /^docs\/(guides\/)?[^/]+$/.test(page))
    .flatMap((page) => readSource(page).match(/^#+ .*$/gm) ?? [])
  const titles = [...headings, index].join('\n')
  for (const word of searchedWords) {
    if (!new RegExp(`\\b${word}`, 'i').test(titles))
      complaints.push(`No heading of the documentation and no row of docs/README.md has the word ${word}`)
  }
  return complaints
}

/** Until the packages are published, a page must not say that a registry has them. */
function missingTarballNote(page: string): string[] {
  if (!/^docs\/(guides\/)?[^/]+\.md$/.test(page)) return []
  const text = readSource(page)
  const command = /^```sh\n(?:(?!```)[^\n]*\n)*?npm (?:install|create) [^\n]*latchkey/m.exec(text)
  // The part of the section above the command: a reader who copies it first gets an error.
  const above = text
    .slice(0, command?.index ?? 0)
    .split(/^#+ /m)
    .at(-1)
  return command === null || above?.includes('\nThe packages are not on a registry yet')
    ? []
    : [`${page}: the note on tarballs is missing above the first command that installs a package`]
}

/** The section on layers in docs/architecture.md is generated from `tools/checks/layers.ts`, from top to bottom. */
function checkArchitecture(isUpdate: boolean): string[] {
  const page = 'docs/architecture.md'
  const tables = packageLayers.map(({ source, layers }) => {
    const rows = layers.toReversed().map(({ name, folders }) => {
      const names = folders.toReversed().map((folder) => (folder === '.' ? 'entries' : `\`${folder}/\``))
      return `| ${name} | ${names.join(', ')} |\n`
    })
    return `\n### Layers of ${source}\n\n| Layer | Folders |\n|---|---|\n${rows.join('')}`
  })
  const text = readSource(page)
  const generated = text.replace(
    /(<!-- layers -->\n)[\s\S]*(\n<!-- end of layers -->)/,
    (_, start: string, end: string) => start + tables.join('') + end,
  )
  if (isUpdate) writeFileSync(join(root, page), generated)
  return isUpdate || text === generated
    ? []
    : [`${page}: the layers have changed: node tools/check.mjs documentation --update`]
}

/** Words that developers search for: a heading or a row of the index must contain each. */
const searchedWords = [
  ...['2FA', 'access token', 'account linking', 'anonymous', 'API key', 'Astro', 'brute force', 'Clerk', 'CORS', 'CSP'],
  ...['CSRF', 'custom domain', 'dark mode', 'delete my account', 'Docker', 'email template', 'environment variable'],
  ...['FAQ', 'Firebase', 'GDPR', 'health check', 'i18n', 'jsdom', 'JWT', 'localhost', 'localiz', 'metadata', 'MFA'],
  ...['middleware', 'migrat', 'mock', 'Next\\.js', 'Nuxt', 'offline', 'OTP', 'passkey', 'password reset', 'Playwright'],
  ...['Prometheus', 'rate limit', 'RBAC', 'React Native', 'refresh token', 'remember me', 'Remix', 'reverse proxy'],
  ...['SAML', 'session timeout', 'social login', 'SSR', 'step-up', 'Supabase', 'Svelte', 'Tailwind', 'theming'],
  ...['translat', 'troubleshoot', 'TypeScript', 'upgrad', 'vitest', 'Vue', 'webhook'],
]

/** The anchors that GitHub creates from the headings of a page. */
function sectionsOf(page: string): Set<string> {
  const headings = readSource(page).matchAll(/^#{1,6} +(.+)$/gm)
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}
