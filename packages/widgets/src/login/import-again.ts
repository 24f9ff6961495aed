let tries = 0

/**
 * Loads a chunk that could not be loaded. A browser keeps the failure of an `import()` until the page is reloaded, so the
 * chunk is loaded from its address with a query that is new. Browsers name the address in the message of the error.
 */
export function importAgain<Module>(error: Error): Promise<Module> {
  const [address] = /https?:\S+/.exec(error.message) ?? []
  if (!address) throw error
  // Turbopack reads the comment of webpack.
  return import(/* @vite-ignore */ /* webpackIgnore: true */ `${address}?${++tries}`)
}
