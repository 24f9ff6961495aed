import { withBase } from 'vitepress'
import { type FunctionalComponent, h } from 'vue'

const tasks: readonly { title: string; text: string; path: string }[] = [
  { title: 'Add the sign-in widget', text: 'React, custom elements or plain HTML.', path: 'widgets' },
  { title: 'Build your own screens', text: 'The headless client, typed and 11 kB.', path: 'client' },
  { title: 'Check the session on a server', text: 'Express, Fastify, Hono, Next.js.', path: 'server-side' },
  { title: 'Run a provider', text: 'SQLite or PostgreSQL, one process or many.', path: 'provider' },
  { title: 'Test your sign-in', text: 'Vitest, Playwright, a clock that moves.', path: 'testing' },
  { title: 'Migrate your users', text: 'With their password hashes.', path: 'migration' },
]

/** The top of the first page: what Latchkey is, where to start, and the most common tasks. */
export const HomeHeader: FunctionalComponent = () =>
  h('section', { class: 'docs-home', 'aria-label': 'Start' }, [
    h('p', { class: 'docs-home-title' }, 'Sign-in for your own pages, and the server behind it.'),
    h(
      'p',
      { class: 'docs-home-text' },
      'Widgets, a headless client and a provider that you run yourself: passkeys, passcodes, magic links, passwords, 19 OAuth providers.',
    ),
    h('p', { class: 'docs-home-actions' }, [
      h('a', { class: 'docs-home-main', href: withBase('/getting-started') }, 'Get started'),
      h('a', { class: 'docs-home-other', href: withBase('/short-answers') }, 'Short answers'),
    ]),
    h(
      'ul',
      { class: 'docs-home-tasks' },
      tasks.map(({ title, text, path }) =>
        h('li', h('a', { href: withBase(`/${path}`) }, [h('strong', title), h('span', text)])),
      ),
    ),
  ])

HomeHeader.displayName = 'HomeHeader'
