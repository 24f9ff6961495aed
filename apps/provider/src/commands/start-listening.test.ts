import { describe, expect, it } from 'vitest'
import { startListening } from './start-listening.ts'

const failWith = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }))

describe('startListening', () => {
  it('names the command for another port if the port is in use or not permitted', async () => {
    await expect(startListening({ command: 'dev', port: 4000 }, failWith('EADDRINUSE'))).rejects.toThrow(
      'Port 4000 is already in use. Choose another with "latchkey dev --port 4001" or PORT=4001.',
    )
    await expect(startListening({ command: 'serve', port: 80 }, failWith('EACCES'))).rejects.toThrow(
      'Port 80 needs more privileges than this user has. Choose another with "latchkey serve --port 81" or PORT=81.',
    )
  })

  it('says that an application needs the other port too', async () => {
    const program = ['vite', '--open']
    await expect(startListening({ command: 'dev', port: 4000, program }, failWith('EADDRINUSE'))).rejects.toThrow(
      'Port 4000 is already in use. Choose another with "latchkey dev --port 4001 -- vite --open", and set it in your application.',
    )
  })

  it('passes other errors on', async () => {
    await expect(startListening({ command: 'serve', port: 80 }, failWith('ENOENT'))).rejects.toThrow(/^ENOENT$/)
  })
})
