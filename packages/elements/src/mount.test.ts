import type { Client } from '@latchkey/client'
import { afterEach, expect, it, vi } from 'vitest'
import { mountLogin } from './mount.tsx'

const roots = vi.hoisted(() => new Set<object>())
vi.mock('react-dom/client', () => ({
  createRoot: () => {
    const root = { render: () => roots.add(root), unmount: () => roots.delete(root) }
    return root
  },
}))

/** As much of a page as a mount needs, and who watches it. */
function openPage() {
  const watchers = new Set<() => void>()
  vi.stubGlobal('ShadowRoot', class {})
  const prototype = { createElement: () => ({ remove: () => undefined }) }
  vi.stubGlobal('Document', { prototype })
  vi.stubGlobal('Element', { prototype: { replaceChildren: () => undefined } })
  vi.stubGlobal('Node', { prototype: { getRootNode: () => page } })
  vi.stubGlobal('document', Object.create(prototype))
  vi.stubGlobal(
    'MutationObserver',
    class {
      readonly look: () => void
      constructor(look: () => void) {
        this.look = look
      }
      observe = () => watchers.add(this.look)
      disconnect = () => watchers.delete(this.look)
    },
  )
  const page = { isConnected: true, ownerDocument: {} }
  const mount = () => mountLogin({ client: {} as Client, element: page as unknown as Element })
  return { page, mount, change: () => watchers.forEach((look) => void look()), watching: () => watchers.size }
}

afterEach(() => vi.unstubAllGlobals())

it('watches the page once, however often something is mounted on an element, and not at all afterwards', async () => {
  const { mount, watching } = openPage()
  mount()
  mount()
  const unmount = mount()
  expect(watching()).toBe(1)
  unmount()
  unmount()
  await Promise.resolve()
  expect([watching(), roots.size]).toEqual([0, 0])
})

it('ends with its element', async () => {
  const { page, mount, change, watching } = openPage()
  mount()
  change()
  expect([watching(), roots.size]).toEqual([1, 1])
  page.isConnected = false
  change()
  await Promise.resolve()
  expect([watching(), roots.size]).toEqual([0, 0])
})
