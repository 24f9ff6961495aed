let tries = 0

/**
 * Loads a chunk that could not be loaded. A browser keeps the failure of an `import()` until the page is reloaded, so the
 * chunk is loaded from its address with a query that is new. Browsers name the address in the message of the error.
 */
export async function importAgain<Module>(error: Error, name: keyof Module): Promise<Module> {
  const [address] = /https?:\S+/.exec(error.message) ?? []
  if (!address) throw error
  // Turbopack reads the comment of webpack.
  const chunk = await import(/* @vite-ignore */ /* webpackIgnore: true */ `${address}?${++tries}`)
  // A chunk of several modules exports each of them as an object.
  return [chunk, ...Object.values(chunk)].find((exported) => exported[name])
}
