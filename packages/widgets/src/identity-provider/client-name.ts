/** An application without a name is known by where it is. */
export function clientNameOf(name: string | undefined, redirectUri: string): string {
  return name?.trim() || hostnameOf(redirectUri) || 'The App'
}

/** Empty where there is none: what is no address, and what only a device understands. */
export function hostnameOf(address: string): string {
  try {
    return new URL(address).hostname
  } catch {
    return ''
  }
}
