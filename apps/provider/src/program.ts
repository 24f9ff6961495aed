import type { SettingSources } from './config/settings.ts'

/** Defined by the bundler for a bundle that the repository starts: `npm start --`. */
declare const __LATCHKEY_PROGRAM__: string | undefined

/** What the user types to start this program, for messages that name a command. */
export function programName(script: string, env: SettingSources['env']): string {
  if (typeof __LATCHKEY_PROGRAM__ === 'string') return __LATCHKEY_PROGRAM__
  // npx keeps packages that no project has installed in a folder with this name.
  if (/[\\/]_npx[\\/]/.test(script)) return 'npx @latchkey/provider'
  // Set by npx and by the scripts of a project, which have `latchkey` in their PATH. A shell has not.
  return env.npm_command === undefined ? 'latchkey' : 'npx latchkey'
}

/** Texts name a command as `latchkey users list`; returns the text with the name that the user types. */
export function withProgramName(text: string, program: string): string {
  return text.replace(commandReference, () => `${program} `)
}

/** Messages write `latchkey` in lower case only as the name of the program; a command or an option follows. */
const commandReference = /(?<![\w./@-])latchkey (?=--help\b|<command>|\[command\]|[a-z])/g
