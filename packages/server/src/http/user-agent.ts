import { deviceName } from './device-name.ts'

/** Users know these devices by the name of the device, not of the system. */
const devices: Readonly<Record<string, string>> = { iOS: 'iPhone', iPadOS: 'iPad' }

/**
 * The browser and the device in words that a user recognizes, such as 'Chrome on macOS'. Empty if the header names
 * neither. The result only contains words of fixed tables, so it is safe to show anywhere.
 */
export function describeUserAgent(userAgent: string): string {
  const { browser, system } = deviceName(userAgent)
  return [browser, system === null ? null : (devices[system] ?? system)].filter((name) => name !== null).join(' on ')
}
