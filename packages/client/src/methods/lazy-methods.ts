import { unreachableError } from '../core/errors.ts'

/** Methods that `load` gets from another chunk, which the first call loads: few pages call them. */
export function lazyMethods<Methods extends object>(
  names: readonly (keyof Methods & string)[],
  load: () => Promise<Methods>,
): Methods {
  type Method = (...options: unknown[]) => unknown
  const lazy = (name: keyof Methods): Method => {
    return async (...options) => {
      const methods = await load().catch((cause) => {
        throw unreachableError('A part of the client could not be loaded.', { cause })
      })
      return (methods[name] as Method)(...options)
    }
  }
  return Object.fromEntries(names.map((name) => [name, lazy(name)])) as Methods
}
