import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'

interface Declaration {
  name: string
  tagName: string
  attributes: { name: string }[]
  members: { name: string }[]
  events: { name: string }[]
}

interface ElementClass {
  name: string
  observedAttributes: readonly string[]
  prototype: { names: readonly string[] }
}

/** Observed by every element, used by one. */
const forLogin = ['products', 'otp-methods', 'oauth-providers']

const folder = join(import.meta.dirname, '..')
const readJson = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
const manifest: {
  modules: { path: string; declarations: Declaration[]; exports: { kind: string; name: string }[] }[]
} = readJson('custom-elements.json')

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

it('the custom-elements manifest names the tags, attributes, properties and events of the elements', async () => {
  const defined: Record<string, ElementClass> = {}
  vi.stubGlobal('customElements', {
    get: () => undefined,
    define: (tagName: string, element: ElementClass) => Object.assign(defined, { [tagName]: element }),
  })
  vi.resetModules()
  await import('./define.ts')
  await import('./b2b-define.ts')
  const described = manifest.modules.flatMap(({ declarations }) => declarations)
  expect(
    described.map(({ name, tagName, attributes, members, events }) => ({
      ...{ name, tagName },
      attributes: attributes.map((one) => one.name),
      members: members.map((one) => one.name),
      events: events.map((one) => one.name),
    })),
  ).toEqual(
    Object.entries(defined).map(([tagName, element]) => ({
      name: element.name,
      tagName,
      attributes: element.observedAttributes.filter((one) => /Login$/.test(element.name) || !forLogin.includes(one)),
      members: element.prototype.names,
      events: ['latchkey-event', 'latchkey-error'],
    })),
  )
})

it('package.json references the manifest, and the manifest references files of the build', () => {
  const { customElements, files } = readJson('package.json')
  expect([customElements, files.includes(customElements)]).toEqual(['custom-elements.json', true])
  const paths = manifest.modules.map(({ path }) => path)
  const sources = paths.map((path) => path.replace('dist/', 'src/').replace(/\.js$/, ''))
  for (const source of sources) {
    expect(
      ['.ts', '.tsx'].some((end) => readIfThere(`${source}${end}`)),
      source,
    ).toBe(true)
  }
})

function readIfThere(name: string): boolean {
  try {
    readFileSync(join(folder, name))
    return true
  } catch {
    return false
  }
}
