import { useData, withBase } from 'vitepress'
import { type Component, defineComponent, h, onMounted, ref, type VNode } from 'vue'

/** The token of the sample project, the same in every development provider. */
const publicToken = 'public-token-test-11111111-1111-4111-8111-111111111111'

const themes = [
  ['modern', 'Modern'],
  ['default', 'Default'],
] as const

const locales = [
  ['en', 'English'],
  ['ar', 'العربية'],
  ['de', 'Deutsch'],
  ['es', 'Español'],
  ['fr', 'Français'],
  ['ja', '日本語'],
  ['pt-br', 'Português'],
] as const

/** The stand-alone widgets, which a development provider serves next to this site. */
const widgets = '/standalone/latchkey.js'

/** The widget in the color scheme of the page, drawn by tools/docs/draw-widget.ts. */
const picture = (theme: string, title: string): VNode =>
  h('figure', [
    h('figcaption', `Theme: ${title}`),
    ...(['light', 'dark'] as const).map((scheme) =>
      h('img', {
        class: `docs-live-${scheme}`,
        src: withBase(`/images/login-${theme}-${scheme}.webp`),
        alt: `The sign-in widget with the theme ${title}: a field for the email address, and buttons for Google and GitHub`,
        width: 366,
        height: theme === 'modern' ? 448 : 471,
        loading: 'lazy',
      }),
    ),
  ])

/**
 * The sign-in widget as a part of a page. It works if a development provider serves the page; otherwise the page has
 * pictures of it, and a text says how to start a provider.
 */
export const LiveWidget: Component = defineComponent({
  name: 'LiveWidget',
  setup() {
    const { isDark } = useData()
    const state = ref<'loading' | 'live' | 'static'>('loading')
    const theme = ref<string>(themes[0][0])
    const locale = ref<string>(locales[0][0])
    const address = ref('')

    onMounted(async () => {
      address.value = location.origin
      try {
        await import(/* @vite-ignore */ new URL(widgets, location.origin).href)
        state.value = 'live'
      } catch {
        state.value = 'static'
      }
    })

    const choice = (label: string, value: typeof theme, options: readonly (readonly [string, string])[]): VNode =>
      h('label', [
        label,
        h(
          'select',
          {
            value: value.value,
            onChange: (event: Event) => {
              value.value = (event.target as HTMLSelectElement).value
            },
          },
          options.map(([key, text]) => h('option', { value: key }, text)),
        ),
      ])

    const live = (): VNode[] => [
      h('div', { class: 'docs-live-choices' }, [
        choice('Theme', theme, themes),
        choice('Language', locale, locales),
        h('a', { href: '/inbox', target: '_blank', rel: 'noreferrer' }, 'Inbox'),
      ]),
      h('latchkey-login', {
        '^public-token': publicToken,
        '^api': address.value,
        '^products': 'otp oauth',
        '^otp-methods': 'email',
        '^oauth-providers': 'google github',
        '^theme': theme.value,
        '^locale': locale.value,
        '^color-scheme': isDark.value ? 'dark' : 'light',
      }),
    ]

    const pictures = (): VNode =>
      h(
        'div',
        { class: 'docs-live-pictures' },
        themes.map(([name, title]) => picture(name, title)),
      )

    const hint = (): VNode =>
      h('p', [
        'The widget is live here if a development provider serves this page. Start one with ',
        h('code', 'npx @latchkey/provider'),
        ', then open this page at http://localhost:4000/docs.',
      ])

    return () =>
      h('section', { class: 'docs-live', 'aria-label': 'The sign-in widget' }, [
        ...(state.value === 'live' ? live() : [pictures()]),
        ...(state.value === 'static' ? [hint()] : []),
      ])
  },
})
