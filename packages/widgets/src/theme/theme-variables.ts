import { brandPrefix } from '@latchkey/contract'
import type { StyleConfig } from './style-config.ts'

/** Not part of any color, length or font: it would fetch a resource or end the declaration. */
const foreign = /(url|image|image-set|src)\(|[;{}<>@\\]/i

/** Options that are not tokens: they have no variable. */
const other = /(scheme|motion|icons|url)$/

/** Numbers: lengths are in pixels, weights have no unit. */
const numeric = /(radius|width|height|size|gap|space)$|weight$/

/** The tokens of a theme as custom properties: `colors.primary` is `--latchkey-colors-primary`. */
export function themeVariables(styles: StyleConfig): Record<string, string> {
  const variables: Record<string, string> = {}
  const add = (name: string, given: unknown): void => {
    const number = typeof given === 'number' && numeric.exec(name)
    const value = number ? given + (number[1] ? 'px' : '') : given
    if (typeof value === 'string') {
      if (!foreign.test(value) && !other.test(name)) variables[name] = value
    } else for (const [key, inner] of Object.entries(value ?? {})) add(`${name}-${kebab(key)}`, inner)
  }
  add(`-`, { [brandPrefix]: styles })
  return variables
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
