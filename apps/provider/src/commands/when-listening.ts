import { ConfigError } from '../config/config-error.ts'

/** Says in a sentence what an operator can do when the port cannot be had. */
export async function whenListening<T>(
  { command, port }: { command: 'dev' | 'serve'; port: number },
  start: () => Promise<T>,
): Promise<T> {
  try {
    return await start()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    const another = port === 65_535 ? 4000 : port + 1
    // `dev` is what runs when no command is named.
    const words = command === 'dev' ? '' : `${command} `
    const choose = `choose another with "npm start -- ${words}--port ${another}" or PORT=${another}.`
    if (code === 'EADDRINUSE') throw new ConfigError(`Port ${port}`, `is already in use; ${choose}`)
    if (code === 'EACCES') throw new ConfigError(`Port ${port}`, `cannot be used by this user; ${choose}`)
    throw error
  }
}
