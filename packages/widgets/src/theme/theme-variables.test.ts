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

  it('sets variables that the style sheets read', async () => {
    const { subScreenCss } = await import('../ui/sub-screen.css.ts')
    const read = new Set((baseCss + subScreenCss).match(/--latchkey-[a-z-]+/g))
    expect(Object.keys(themeVariables(everything)).filter((name) => !read.has(name))).toEqual([])
    expect([...read].filter((name) => !(name in themeVariables(everything)))).toEqual([])
  })
})
