import { useRouter, withBase } from 'vitepress'
import {
  type Component,
  defineComponent,
  h,
  nextTick,
  onBeforeUnmount,
  onMounted,
  ref,
  shallowRef,
  Teleport,
  type VNode,
  watch,
} from 'vue'
import { SearchIndex, type SearchResult, type Section } from './search-index.ts'

/** Loaded when the dialog opens for the first time. */
let loading: Promise<SearchIndex> | undefined

async function load(): Promise<SearchIndex> {
  const response = await fetch(withBase('/search.json'))
  if (!response.ok) throw new Error(`search.json: ${response.status}`)
  return new SearchIndex((await response.json()) as Section[])
}

/** The search: a button in the bar, and a dialog that opens with it, with Ctrl+K or with `/`. */
export const Search: Component = defineComponent({
  name: 'DocsSearch',
  setup() {
    const router = useRouter()
    const dialog = ref<HTMLDialogElement>()
    const input = ref<HTMLInputElement>()
    const index = shallowRef<SearchIndex>()
    const query = ref('')
    const results = shallowRef<SearchResult[]>([])
    const selected = ref(0)
    const hasFailed = ref(false)
    const isMounted = ref(false)

    async function open(): Promise<void> {
      if (dialog.value?.open) return
      dialog.value?.showModal()
      await nextTick()
      input.value?.select()
      loading ??= load()
      try {
        index.value = await loading
        hasFailed.value = false
      } catch {
        loading = undefined
        hasFailed.value = true
      }
    }

    function close(): void {
      dialog.value?.close()
    }

    function visit(result: SearchResult | undefined): void {
      if (result === undefined) return
      close()
      router.go(withBase(`/${result.path}`))
    }

    watch([query, index], () => {
      results.value = index.value?.find(query.value) ?? []
      selected.value = 0
    })
    watch(selected, async () => {
      await nextTick()
      dialog.value?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
    })

    function onKey(event: KeyboardEvent): void {
      const isTyping = event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)
      const isShortcut = (event.key === 'k' && (event.ctrlKey || event.metaKey)) || (event.key === '/' && !isTyping)
      if (!isShortcut) return
      event.preventDefault()
      void open()
    }

    function onInputKey(event: KeyboardEvent): void {
      const last = results.value.length - 1
      if (event.key === 'ArrowDown') selected.value = Math.min(last, selected.value + 1)
      else if (event.key === 'ArrowUp') selected.value = Math.max(0, selected.value - 1)
      else if (event.key === 'Enter' && !event.isComposing) visit(results.value[selected.value])
      else return
      event.preventDefault()
    }

    onMounted(() => {
      isMounted.value = true
      addEventListener('keydown', onKey)
    })
    onBeforeUnmount(() => removeEventListener('keydown', onKey))

    const status = (): string => {
      if (hasFailed.value) return 'The search could not be loaded. Check the connection.'
      if (query.value.trim() === '') return 'Search guides, settings, commands, errors and the API.'
      if (!index.value) return 'Loading the search …'
      if (results.value.length === 0) return `Nothing found for “${query.value}”.`
      return index.value.hasExactMatch(query.value) ? '' : 'No exact match. Closest pages:'
    }

    const dialogBox = (): VNode =>
      h(
        'dialog',
        {
          ref: dialog,
          class: 'docs-search',
          'aria-label': 'Search the documentation',
          // A click on the backdrop has the dialog itself as its target.
          onClick: (event: MouseEvent) => event.target === dialog.value && close(),
        },
        h('div', { class: 'docs-search-box' }, [
          h('div', { class: 'docs-search-field' }, [
            h('span', { class: 'vpi-search', 'aria-hidden': 'true' }),
            h('input', {
              ref: input,
              type: 'search',
              role: 'combobox',
              placeholder: 'Search the documentation',
              'aria-label': 'Search the documentation',
              'aria-expanded': results.value.length > 0,
              'aria-controls': 'docs-search-results',
              'aria-activedescendant': results.value.length > 0 ? `docs-search-${selected.value}` : undefined,
              autocomplete: 'off',
              spellcheck: false,
              enterkeyhint: 'go',
              value: query.value,
              onInput: (event: Event) => {
                query.value = (event.target as HTMLInputElement).value
              },
              onKeydown: onInputKey,
            }),
            h('button', { type: 'button', class: 'docs-search-close', onClick: close }, 'Close'),
          ]),
          h('p', { role: 'status', class: 'docs-search-status' }, status()),
          h(
            'div',
            { id: 'docs-search-results', role: 'listbox', 'aria-label': 'Results', class: 'docs-search-results' },
            results.value.map((result, position) => resultRow(result, position, position === selected.value, visit)),
          ),
        ]),
      )

    return () => [
      h('button', { type: 'button', class: 'docs-search-button', onClick: () => void open() }, [
        h('span', { class: 'vpi-search', 'aria-hidden': 'true' }),
        h('span', { class: 'docs-search-label' }, 'Search'),
        h('kbd', { 'aria-hidden': 'true' }, 'Ctrl K'),
      ]),
      // Outside of the bar, which measures its children.
      isMounted.value ? h(Teleport, { to: 'body' }, dialogBox()) : null,
    ]
  },
})

function resultRow(
  result: SearchResult,
  position: number,
  isSelected: boolean,
  visit: (result: SearchResult) => void,
): VNode {
  return h(
    'div',
    {
      key: result.path,
      id: `docs-search-${position}`,
      role: 'option',
      'aria-selected': isSelected,
      class: 'docs-search-result',
      onClick: () => visit(result),
    },
    [
      h('span', { class: 'docs-search-title' }, result.heading || result.page),
      result.heading ? h('span', { class: 'docs-search-page' }, result.page) : null,
      h('span', { class: 'docs-search-excerpt' }, result.excerpt),
    ],
  )
}
