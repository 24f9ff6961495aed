import { useData, withBase } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { type Component, defineComponent, h, type VNode } from 'vue'
import { HomeHeader } from './home-header.ts'
import { Search } from './search/search-dialog.ts'

/** The layout of VitePress with our search, the header of the first page, and a link to each page as Markdown. */
export const DocsLayout: Component = defineComponent({
  name: 'DocsLayout',
  setup() {
    const { page } = useData()
    const isHome = (): boolean => page.value.relativePath === 'index.md'
    const isInternal = (): boolean => page.value.relativePath.startsWith('internals/')

    const before = (): VNode[] => [
      ...(isHome() ? [h(HomeHeader)] : []),
      ...(isInternal()
        ? [
            h('aside', { class: 'docs-internal', 'aria-label': 'Internal page' }, [
              'This page is for contributors to Latchkey. ',
              h('a', { href: withBase('/') }, 'Documentation for users'),
            ]),
          ]
        : []),
    ]

    /** A plain link: the router would look for a page at this address. */
    const markdownLink = (): VNode | null =>
      page.value.isNotFound
        ? null
        : h('nav', { 'aria-label': 'Other formats' }, [
            h(
              'a',
              { class: 'docs-markdown', href: withBase(`/${page.value.relativePath}`), target: '_self' },
              'View as Markdown',
            ),
          ])

    const missing = (): VNode =>
      h('main', { class: 'docs-missing' }, [
        h('h1', 'Page not found'),
        h('p', 'The address is misspelled, or the page has moved. The search finds every page.'),
        h('p', { class: 'docs-home-actions' }, [
          h('a', { class: 'docs-home-main', href: withBase('/') }, 'Open the documentation'),
        ]),
      ])

    return () =>
      h(DefaultTheme.Layout, null, {
        'nav-bar-content-before': () => h(Search),
        'doc-before': before,
        'aside-outline-after': markdownLink,
        'not-found': missing,
      })
  },
})
