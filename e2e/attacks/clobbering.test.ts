import { afterAll, beforeAll, expect, it } from 'vitest'
import { noteVariants } from '../../packages/server/src/testing/variants.suite.ts'
import { type RelyingParty, startRelyingParty } from '../widgets/relying-party.ts'
import { prepareWidgets } from '../widgets/widget-setup.ts'
import { cases, documentHolders, type Named, namesFor, tryNames } from './clobbering.ts'

const setup = prepareWidgets({ hasOwnProvider: true })
let party: RelyingParty

beforeAll(async () => {
  party = await startRelyingParty(setup)
})
afterAll(() => party?.close())

/** `npm run test:full` and `npm run test:attacks` have one of each build and moment, and all of them in `further`. */
const isLong = Number(process.env.RACE_ROUNDS ?? 0) > 50
const sample = cases.filter(({ build, embedding, moment }) =>
  ['standalone mount in the page', 'react-19 component after the mount']
    .concat(isLong ? ['standalone element after the mount', 'react-19 element before the mount'] : [])
    .includes(`${build} ${embedding} ${moment}`),
)

it.each(sample)(
  'elements named like properties of documents, windows and forms do not break a widget ($build, $embedding, $moment) (X-9)',
  async (one) => {
    const names = await namesFor(setup, one.build)
    // All names at once, alternating between the kinds of elements.
    const named: Named[] = [
      ...names.img.map((name, index): Named => [documentHolders[index % documentHolders.length] ?? 'img', name]),
      ...names.a.map((name): Named => ['a', name]),
      ...names.input.map((name): Named => ['input', name]),
    ]
    noteVariants(named.length)
    // Some properties cannot be hidden: `location`, and own properties of a window.
    expect(await tryNames(setup, party, one, named)).toBeGreaterThan(named.length / 2)
  },
)

it('a form of the host page without a widget keeps the names of its elements in a React page (X-9)', async () => {
  const { page } = await setup.open({ build: 'react-19' })
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  // [tag, attribute, name]
  const own = [
    ['input', 'name', 'parentNode'],
    ['input', 'id', 'ownerDocument'],
    ['select', 'name', 'nodeType'],
  ] as const
  await page.evaluate((elements) => {
    const [other, around] = [document.createElement('form'), document.createElement('form')]
    for (const [form, [tag, attribute, name]] of [
      ...elements.map((element) => [other, element] as const),
      [around, ['input', 'name', 'nodeType']] as const,
    ]) {
      const element = document.createElement(tag)
      element.setAttribute(attribute, name)
      Element.prototype.append.call(form, element)
    }
    document.body.append(other, around)
    Element.prototype.append.call(around, document.querySelector('#widget') as HTMLElement)
    Object.assign(globalThis, { other, around })
  }, own)
  const namesIn = (form: 'other' | 'around') =>
    page.evaluate((name) => {
      const found = Element.prototype.querySelectorAll.call(Reflect.get(globalThis, name), ':scope > :not(div)')
      return [...found].map((element) => [element.localName, element.id + (element.getAttribute('name') ?? '')])
    }, form)
  await page.evaluate(() => app.show({ config: { products: ['otp'], otpOptions: { methods: ['email'] } } }))
  await page.waitForSelector('.latchkey input[type=email]')
  // The observer of the mounted widget sees a change in both forms.
  await page.evaluate(() => {
    for (const name of ['other', 'around']) {
      const output = document.createElement('output')
      output.setAttribute('name', 'parentNode')
      Element.prototype.append.call(Reflect.get(globalThis, name), output)
    }
  })
  const unnamed = [
    ['input', ''],
    ['output', ''],
  ]
  await expect.poll(() => namesIn('around')).toEqual(unnamed)
  expect(await namesIn('other')).toEqual([...own.map(([tag, , name]) => [tag, name]), ['output', 'parentNode']])
  expect(warnings.filter((text) => text.includes('Removed the name')).length).toBe(2)
  await page.close()
})
