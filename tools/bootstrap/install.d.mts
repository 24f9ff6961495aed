/** Exits if this version of Node is too old. */
export function requireNode(): void
/** Installs all packages, or only those that running the provider needs. */
export function installPackages(options?: { forRunning?: boolean }): Promise<void>
