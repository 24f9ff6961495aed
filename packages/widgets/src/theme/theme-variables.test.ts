import { describe, expect, it } from 'vitest'
import { baseCss } from './base.css.ts'
import type { StyleConfig } from './style-config.ts'
import { themeVariables } from './theme-variables.ts'

const button = { backgroundColor: 'a', textColor: 'b', borderColor: 'c', borderRadius: 'd' }
const everything: StyleConfig = {
  fontFamily: 'Georgia',
  colorScheme: 'dark',
  colors: { primary: '#111', secondary: '#222', success: '#333', error: '#444', focus: '#777' },
  container: { width: '320px', borderColor: '#555', borderRadius: '1px', backgroundColor: '#666', shadow: 'none' },
  title: { size: 20, weight: 600, align: 'center' },
  text: { size: 14 },
  label: { size: 13, weight: 500 },
  controls: { height: 40, size: 14, weight: 500, gap: 8, errorSpace: 0, icons: 'label' },
  buttons: { primary: button, secondary: button, disabled: button },
  inputs: { ...button, placeholderColor: 'e' },
  logo: { logoImageUrl: '/logo.svg' },
  hideHeaderText: true,
  motion: 'quiet',
}

describe('a theme', () => {
  it('sets no variable without a token', () => {
    expect(themeVariables({})).toEqual({})
    expect(themeVariables({ colors: {}, buttons: { primary: { textColor: undefined } } })).toEqual({})
  })

  it('sets a variable for each token', () => {
    const variables = themeVariables({
      fontFamily: 'Georgia',
      colors: { primary: '#111' },
      container: { backgroundColor: '#222' },
      buttons: { disabled: { borderRadius: '3px' } },
      inputs: { placeholderColor: '#444' },
    })
    expect(variables).toEqual({
      '--latchkey-font-family': 'Georgia',
      '--latchkey-colors-primary': '#111',
      '--latchkey-container-background-color': '#222',
      '--latchkey-buttons-disabled-border-radius': '3px',
      '--latchkey-inputs-placeholder-color': '#444',
    })
  })

  it('ignores values of a wrong type', () => {
    const styles = { colors: { primary: 7, secondary: null }, inputs: 'blue' } as unknown as StyleConfig
    expect(themeVariables(styles)).toEqual({ '--latchkey-inputs': 'blue' })
  })

  it('reads a length without a unit as pixels', () => {
    expect(themeVariables({ container: { width: 320, borderRadius: 0 }, inputs: { borderRadius: 6 } })).toEqual({
      '--latchkey-container-width': '320px',
      '--latchkey-container-border-radius': '0px',
      '--latchkey-inputs-border-radius': '6px',
    })
  })

  it.each([
    'red} body{',
    'red; color: blue',
    'url(https://evil.example/)',
    'image-set("a" 1x)',
    'u\\72l(x)',
    '</style>',
  ])('ignores a value that fetches a resource or ends its declaration: %j (X-2)', (value) => {
    expect(themeVariables({ fontFamily: value, colors: { primary: value, error: '#444' } })).toEqual({
      '--latchkey-colors-error': '#444',
    })
  })

  it('allows calculated values and references to variables', () => {
    const colors = {
      primary: 'rgb(0 0 0 / 50%)',
      secondary: 'var(--brand, hsl(0deg 0% 0%))',
      error: 'color-mix(in srgb, red, blue)',
    }
    expect(Object.values(themeVariables({ fontFamily: '"Inter", sans-serif', colors }))).toEqual([
      ...['"Inter", sans-serif', ...Object.values(colors)],
    ])
  })

  it('keeps a weight without a unit', () => {
    expect(themeVariables({ label: { weight: 500 }, title: { size: 20 } })).toEqual({
      '--latchkey-label-weight': '500',
      '--latchkey-title-size': '20px',
    })
  })

  it.each([['URL(https://evil.example/)'], ['Image-Set("a" 1x)'], ['SRC("a")']])(
    'ignores a value that would fetch, also in capitals: %s (X-2)',
    (value) => {
      expect(themeVariables({ colors: { primary: value, secondary: 'RED' } })).toEqual({
        '--latchkey-colors-secondary': 'RED',
      })
    },
  )

  it('sets a variable for every token, and the style sheets read each of them', async () => {
    const sheets = await Promise.all([
      import('../ui/sub-screen.css.ts').then(({ subScreenCss }) => subScreenCss),
      import('../ui/late.css.ts').then(({ lateCss }) => lateCss),
      import('../ui/controls/choices.css.ts').then(({ choicesCss }) => choicesCss),
      import('../ui/controls/choice.css.ts').then(({ choiceCss }) => choiceCss),
    ])
    const read = new Set((baseCss + sheets.join('')).match(/var\(--latchkey-[a-z-]+/g)?.map((one) => one.slice(4)))
    expect(Object.keys(themeVariables(everything)).filter((name) => !read.has(name))).toEqual([])
    expect([...read].filter((name) => !(name in themeVariables(everything)))).toEqual([])
  })
})
