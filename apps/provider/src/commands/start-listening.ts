import { ConfigError } from '../config/config-error.ts'

/** Turns "port in use" and "permission denied" into a message that names the fix. */
export async function startListening<T>(
  { command, port }: { command: 'dev' | 'serve'; port: number },
  start: () => Promise<T>,
): Promise<T> {
  try {
    return await start()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    const another = port === 65_535 ? 4000 : port + 1
    // `dev` is the default command.
    const name = command === 'dev' ? '' : `${command} `
    const fix = `Choose another with "npm start -- ${name}--port ${another}" or PORT=${another}.`
    if (code === 'EADDRINUSE') throw new ConfigError(`Port ${port}`, `is already in use. ${fix}`)
    if (code === 'EACCES') throw new ConfigError(`Port ${port}`, `needs more privileges than this user has. ${fix}`)
    throw error
  }
}
