import { isBlank, plainName } from './plain-text.ts'

/** The host of its redirect URI, if an application has no name that can be read. */
export function clientNameOf(name: string | undefined, redirectUri: string): string {
  return (name && !isBlank(name) && plainName(name)) || hostnameOf(redirectUri) || 'The App'
}

/** Of the web alone, where somebody has to own it: in an application's own scheme it is a word that anybody can write. */
export function hostnameOf(address: string): string {
  const url = parse(address)
  return /^https?:$/.test(url?.protocol ?? '') ? (url?.hostname ?? '') : ''
}

/** The scheme that an application on this device has for itself; empty for an address of the web. */
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
