import { ConfigError } from '../config/config-error.ts'

interface ListeningOptions {
  command: 'dev' | 'serve'
  port: number
  /** The application that the command also runs: it needs the new address, and PORT is its own port. */
  program?: readonly string[]
}

/** Turns "port in use" and "permission denied" into a message that names the fix. */
export async function startListening<T>(
  { command, port, program = [] }: ListeningOptions,
  start: () => Promise<T>,
): Promise<T> {
  try {
    return await start()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    const another = port === 65_535 ? 4000 : port + 1
    const fix =
      program.length === 0
        ? `Choose another with "latchkey ${command} --port ${another}" or PORT=${another}.`
        : `Choose another with "latchkey ${command} --port ${another} -- ${program.join(' ')}", and set it in your application.`
    if (code === 'EADDRINUSE') throw new ConfigError(`Port ${port}`, `is already in use. ${fix}`)
    if (code === 'EACCES') throw new ConfigError(`Port ${port}`, `needs more privileges than this user has. ${fix}`)
    throw error
  }
}
