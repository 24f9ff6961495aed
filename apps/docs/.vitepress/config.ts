import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformerStyleToClass } from '@shikijs/transformers'
import { type DefaultTheme, defineConfig, type UserConfig } from 'vitepress'
import { anchorOf } from '../src/search/sections.ts'

const folder = join(import.meta.dirname, '..')
const base = '/docs/'

/** Written with the pages by tools/docs/build-docs.ts. */
const sidebar = JSON.parse(readFileSync(join(folder, '.pages', 'sidebars.json'), 'utf8')) as DefaultTheme.SidebarMulti

/** Colors of code as classes, because a strict content security policy blocks style attributes. */
const codeColors = transformerStyleToClass({ classPrefix: 'code-' })

/** The inline scripts of VitePress, by the file that replaces them. */
const headScripts = new Map<string, string>()

/** Modules of the bundle, for the notices of their licenses. */
const modules = new Set<string>()

/** Replaces the parts of a page that a strict content security policy blocks. */
function withoutInlineCode(html: string): string {
  return html
    .replace(/<script id="([\w-]+)">([\s\S]*?)<\/script>/g, (_, id: string, script: string) => {
      headScripts.set(`${id}.js`, script)
      return `<script src="${base}${id}.js"></script>`
    })
    .replace(/(<[a-z][^<>]*?) style="[^"]*"/g, '$1')
}

const config: UserConfig<DefaultTheme.Config> = defineConfig({
  base,
  srcDir: '.pages',
  outDir: 'dist',
  cacheDir: join(folder, '..', '..', 'node_modules', '.latchkey', 'docs-cache'),
  cleanUrls: true,
  // tools/docs/check-site.ts checks links and anchors.
  ignoreDeadLinks: true,
  lang: 'en-US',
  title: 'Latchkey',
  titleTemplate: ':title · Latchkey',
  description: 'Sign-up and sign-in for your own pages, and the server behind them.',
  // With a transition, VueUse inserts a style element.
  appearance: { disableTransition: false },
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}logo.svg` }],
    ['link', { rel: 'stylesheet', href: `${base}code.css` }],
  ],
  markdown: {
    // `<field>` in a text is text.
    html: false,
    // The same anchors as on GitHub.
    anchor: { slugify: anchorOf },
    // `{id}` in a heading is a part of a path.
    attrs: false,
    codeTransformers: [codeColors],
    config(markdown) {
      const { rules } = markdown.renderer
      // Vue would evaluate `{{code}}`.
      for (const name of ['text', 'code_inline'] as const) {
        const render = rules[name]
        rules[name] = (...values) => (render?.(...values) ?? '').replaceAll('{{', '&#123;&#123;')
      }
      // A heading of a column without text is a cell.
      rules.th_open = (tokens, index) => (tokens[index + 1]?.content === '' ? '<td>' : '<th>')
      rules.th_close = (tokens, index) => (tokens[index - 1]?.content === '' ? '</td>' : '</th>')
      // `<!-- live widget -->` in a file of docs/ shows the widget, and on GitHub the picture in the next line.
      markdown.block.ruler.before('paragraph', 'live_widget', (state, line, _, isSilent) => {
        const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
        if (state.src.slice(start, state.eMarks[line]).trim() !== '<!-- live widget -->') return false
        if (!isSilent) state.push('html_block', '', 0).content = '<LiveWidget />\n'
        const next = state.src.slice(state.bMarks[line + 1], state.eMarks[line + 1])
        state.line = line + (next.startsWith('![') ? 2 : 1)
        return true
      })
    },
  },
  transformHtml: (html) => withoutInlineCode(html),
  buildEnd({ outDir }) {
    writeFileSync(join(outDir, 'code.css'), codeColors.getCSS())
    for (const [name, script] of headScripts) writeFileSync(join(outDir, name), script)
    writeFileSync(join(folder, '.pages', 'modules.json'), JSON.stringify([...modules]))
  },
  vite: {
    plugins: [
      {
        name: 'list-modules',
        generateBundle(_, bundle) {
          for (const chunk of Object.values(bundle))
            for (const id of chunk.type === 'chunk' ? chunk.moduleIds : []) modules.add(id)
        },
      },
    ],
  },
  themeConfig: {
    logo: '/logo.svg',
    outline: [2, 3],
    nav: [
      { text: 'Guides', link: '/getting-started', activeMatch: '^/docs/(?!reference|settings|errors|changelog)' },
      { text: 'Reference', link: '/settings', activeMatch: '^/docs/(reference|settings|errors)' },
      { text: 'Changelog', link: '/changelog' },
    ],
    sidebar,
    docFooter: { prev: 'Previous', next: 'Next' },
  },
})

export default config
