/** The path of an installed Chromium; undefined if there is none. */
export function findChromium(): string | undefined

/** The path of an installed desktop Chromium, which has features that the headless shell lacks; undefined if there is none. */
export function findDesktopChromium(): string | undefined

/** The path of a Chromium, installed if necessary. Exits if it cannot be installed without confirmation. */
export function installChromium(): Promise<string>

/** The path of a desktop Chromium, installed if necessary; undefined if it cannot be installed without confirmation. */
export function installDesktopChromium(): Promise<string | undefined>
