let tries = 0

/**
 * Loads a chunk. A browser keeps the failure of an `import()` until the page is reloaded, so a failed chunk is loaded
 * from its address with a query that is new. Browsers name the address in the message of the error.
 */
export const importAgain = <Module>(load: () => Promise<Module>): Promise<Module> =>
  load().catch((error: Error) => {
    const [address] = /https?:\S+/.exec(error.message) ?? []
    if (!address) throw error
    return import(/* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ `${address}?${++tries}`)
  })
