/** Defined by the bundler from package.json. */
declare const __LATCHKEY_VERSION__: string | undefined

export const version: string = typeof __LATCHKEY_VERSION__ === 'string' ? __LATCHKEY_VERSION__ : 'development'
