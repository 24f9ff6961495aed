/** The path of a Chromium that is here; undefined where there is none. */
export function findChromium(): string | undefined

/** The browser as people have it, which can do what the shell cannot; undefined where there is none. */
export function findDesktopChromium(): string | undefined

/** The same, installed where that can be done without asking. Ends the process where it cannot. */
export function installChromium(): Promise<string>

/** The browser as people have it, installed where that can be done without asking; undefined where it cannot. */
export function installDesktopChromium(): Promise<string | undefined>
