import { isBlank, plainName } from './plain-text.ts'

/** The host of its redirect URI, if an application has no name that can be read. */
export function clientNameOf(name: string | undefined, redirectUri: string): string {
  return (name && !isBlank(name) && plainName(name)) || hostnameOf(redirectUri) || 'The App'
}

/** The host of a web URL, whose domain has an owner. The host in a custom scheme proves nothing. */
export function hostnameOf(address: string): string {
  const url = parse(address)
  return /^https?:$/.test(url?.protocol ?? '') ? (url?.hostname ?? '') : ''
}

/** The custom scheme of an application on this device; empty for a web URL. */
export function ownSchemeOf(address: string): string {
  const scheme = parse(address)?.protocol.slice(0, -1) ?? ''
  return /^https?$/.test(scheme) ? '' : scheme
}

/** Who sent the user here, before the provider has confirmed it: the host or the app of the redirect URI. */
export function presumedNameOf(address: string): string {
  return hostnameOf(address) || ownSchemeOf(address) || clientNameOf(undefined, address)
}

function parse(address: string): URL | null {
  try {
    return new URL(address)
  } catch {
    return null
  }
}
