/** Methods that `load` gets from another chunk, which the first call loads: few pages call them. */
export function lazyMethods<Methods extends object>(
  names: readonly (keyof Methods & string)[],
  load: () => Promise<Methods>,
): Methods {
  type Method = (...options: unknown[]) => unknown
  const lazy = (name: keyof Methods): Method => {
    return async (...options) => ((await load())[name] as Method)(...options)
  }
  return Object.fromEntries(names.map((name) => [name, lazy(name)])) as Methods
}
