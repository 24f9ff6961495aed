import { deviceName } from './device-name.ts'

/** A passkey is on a device: users know theirs by its name rather than by that of its system. */
const devices: Readonly<Record<string, string>> = { iOS: 'iPhone', iPadOS: 'iPad' }

/**
 * The browser and the device in words that a user recognizes, such as 'Chrome on macOS'. Empty if the header names
 * neither. The result only consists of words of fixed tables, so it may be shown anywhere.
 */
export function describeUserAgent(userAgent: string): string {
  const { browser, system } = deviceName(userAgent)
  return [browser, system === null ? null : (devices[system] ?? system)].filter((name) => name !== null).join(' on ')
}
