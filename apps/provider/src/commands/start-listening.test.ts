import { describe, expect, it } from 'vitest'
import { startListening } from './start-listening.ts'

const failWith = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }))

describe('startListening', () => {
  it('names the command for another port if the port is in use or not permitted', async () => {
    await expect(startListening({ command: 'dev', port: 4000 }, failWith('EADDRINUSE'))).rejects.toThrow(
      'Port 4000 is already in use. Choose another with "npm start -- --port 4001" or PORT=4001.',
    )
    await expect(startListening({ command: 'serve', port: 80 }, failWith('EACCES'))).rejects.toThrow(
      'Port 80 needs more privileges than this user has. Choose another with "npm start -- serve --port 81" or PORT=81.',
    )
  })

  it('passes other errors on', async () => {
    await expect(startListening({ command: 'serve', port: 80 }, failWith('ENOENT'))).rejects.toThrow(/^ENOENT$/)
  })
})
