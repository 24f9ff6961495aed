import { brandPrefix } from '@latchkey/contract'
import type { StyleConfig } from './style-config.ts'

/** No colour, length or font has any of this: it would fetch something, or end what it stands in. */
const foreign = /(url|image|image-set|src)\(|[;{}<>@\\]/i

/** What is said about looks, as custom properties: `colors.primary` is `--latchkey-colors-primary`. */
export function themeVariables({
  fontFamily,
  colors,
  container,
  buttons,
  inputs,
}: StyleConfig): Record<string, string> {
  const variables: Record<string, string> = {}
  const add = (name: string, given: unknown): void => {
    // As everywhere in React: a length without a unit is one in pixels.
    const value = typeof given === 'number' && /(radius|width)$/.test(name) ? `${given}px` : given
    if (typeof value === 'string') {
      if (!foreign.test(value)) variables[name] = value
    } else for (const [key, inner] of Object.entries(value ?? {})) add(`${name}-${kebab(key)}`, inner)
  }
  add(`-`, { [brandPrefix]: { fontFamily, colors, container, buttons, inputs } })
  return variables
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
