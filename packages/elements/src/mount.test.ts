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

/** A fake page with the APIs that mount uses, and its observers. */
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

it('observes the page once for repeated mounts on an element, and stops after unmounting', async () => {
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

it('unmounts when its element is removed', async () => {
  const { page, mount, change, watching } = openPage()
  mount()
  change()
  expect([watching(), roots.size]).toEqual([1, 1])
  page.isConnected = false
  change()
  await Promise.resolve()
  expect([watching(), roots.size]).toEqual([0, 0])
})
