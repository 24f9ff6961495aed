import { describe, expect, it } from 'vitest'
import { whenListening } from './when-listening.ts'

const refused = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }))

describe('a port that cannot be had', () => {
  it('is told with the command that would start the same on another', async () => {
    await expect(whenListening({ command: 'dev', port: 4000 }, refused('EADDRINUSE'))).rejects.toThrow(
      'Port 4000 is already in use; choose another with "npm start -- --port 4001" or PORT=4001.',
    )
    await expect(whenListening({ command: 'serve', port: 80 }, refused('EACCES'))).rejects.toThrow(
      'Port 80 cannot be used by this user; choose another with "npm start -- serve --port 81" or PORT=81.',
    )
  })

  it('is nothing else’s fault', async () => {
    await expect(whenListening({ command: 'serve', port: 80 }, refused('ENOENT'))).rejects.toThrow(/^ENOENT$/)
  })
})
