import { options } from 'preact'
import { describe, expect, it } from 'vitest'
import { createElement } from './react.ts'

const run = (): void => undefined

describe('React names on Preact', () => {
  it('calls onChange on every input and on every selection', () => {
    expect(createElement('input', { type: 'email', onChange: run }).props).toEqual({ type: 'email', onInput: run })
    expect(createElement('select', { onChange: run }).props).toEqual({ onChange: run })
  })

  it('converts the names of SVG attributes', () => {
    const line = { d: 'm3 4', fillRule: 'evenodd', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round' }
    expect(createElement('path', line).props).toEqual({
      d: 'm3 4',
      'fill-rule': 'evenodd',
      'stroke-width': 2,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    })
  })

  it('does not rename the props of components', () => {
    const Field = (): null => null
    const props = { onChange: run, strokeWidth: 2 }
    expect(createElement(Field, props).props).toEqual(props)
  })

  it('provides nativeEvent', () => {
    const event = { type: 'input' } as Event
    expect(options.event?.(event)).toEqual({ type: 'input', nativeEvent: event })
  })
})
