import { describe, expect, it } from 'vitest'
import { baseCss } from './base.css.ts'
import type { StyleConfig } from './style-config.ts'
import { themeVariables } from './theme-variables.ts'

const button = { backgroundColor: 'a', textColor: 'b', borderColor: 'c', borderRadius: 'd' }
const everything: StyleConfig = {
  fontFamily: 'Georgia',
  colorScheme: 'dark',
  colors: { primary: '#111', secondary: '#222', success: '#333', error: '#444' },
  container: { width: '320px', borderColor: '#555', borderRadius: '1px', backgroundColor: '#666' },
  buttons: { primary: button, secondary: button, disabled: button },
  inputs: { ...button, placeholderColor: 'e' },
  logo: { logoImageUrl: '/logo.svg' },
  hideHeaderText: true,
}

describe('a theme', () => {
  it('sets nothing where nothing is said', () => {
    expect(themeVariables({})).toEqual({})
    expect(themeVariables({ colors: {}, buttons: { primary: { textColor: undefined } } })).toEqual({})
  })

  it('sets a variable for each thing that is said', () => {
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

  it('leaves alone what is no string: anybody may have written it', () => {
    const styles = { colors: { primary: 7, secondary: null }, inputs: 'blue' } as unknown as StyleConfig
    expect(themeVariables(styles)).toEqual({ '--latchkey-inputs': 'blue' })
  })

  it('takes a length without a unit for one in pixels', () => {
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
  ])('sets nothing that fetches something or ends what it stands in: %j (X-2)', (value) => {
    expect(themeVariables({ fontFamily: value, colors: { primary: value, error: '#444' } })).toEqual({
      '--latchkey-colors-error': '#444',
    })
  })

  it('sets what is worked out and what is named elsewhere', () => {
    const colors = {
      primary: 'rgb(0 0 0 / 50%)',
      secondary: 'var(--brand, hsl(0deg 0% 0%))',
      error: 'color-mix(in srgb, red, blue)',
    }
    expect(Object.values(themeVariables({ fontFamily: '"Inter", sans-serif', colors }))).toEqual([
      ...['"Inter", sans-serif', ...Object.values(colors)],
    ])
  })

  it('sets variables that the style sheets read', async () => {
    const { subScreenCss } = await import('../ui/sub-screen.css.ts')
    const read = new Set((baseCss + subScreenCss).match(/--latchkey-[a-z-]+/g))
    expect(Object.keys(themeVariables(everything)).filter((name) => !read.has(name))).toEqual([])
    expect([...read].filter((name) => !(name in themeVariables(everything)))).toEqual([])
  })
})
