import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../tools/test/free-port.ts'
import { signatureProblem } from './steady-load.ts'

const [own, other] = [
  generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  generateKeyPairSync('ec', { namedCurve: 'P-256' }),
]
const content = [{ kid: 'one' }, { sub: 'ada' }]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.')
const signature = sign('sha256', Buffer.from(content), { key: own.privateKey, dsaEncoding: 'ieee-p1363' })
const token = `${content}.${signature.toString('base64url')}`
const listed = (keys: object[]): string => JSON.stringify({ keys })
const published = ({ publicKey }: typeof own, kid = 'one') => ({ ...publicKey.export({ format: 'jwk' }), kid })

describe('a token, verified with the published keys', () => {
  let answer: { status: number; text: string } | 'none' = 'none'
  const server = createServer((request, response) => {
    if (answer === 'none') request.socket.destroy()
    else response.writeHead(answer.status).end(answer.text)
  })
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const look = (): Promise<string | undefined> =>
    signatureProblem(token, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)

  it('accepts a token that a published key has signed', async () => {
    answer = { status: 200, text: listed([published(other, 'another'), published(own)]) }
    expect(await look()).toBeUndefined()
  })

  it.each([
    [
      'its key is not listed',
      200,
      listed([published(other, 'another')]),
      /that cannot be verified: one is not among another/,
    ],
    ['another key has its name', 200, listed([published(other)]), /that cannot be verified: not signed by one/],
    ['its key cannot be used', 200, listed([{ kid: 'one', kty: 'EC' }]), /that cannot be verified: 200/],
    ['there is no list', 200, '<html>', /that cannot be verified: 200/],
    ['the provider fails', 500, '{}', /that cannot be verified: 500/],
    ['the provider asks to retry', 503, '{}', /the keys are away/],
  ])('reports a token if %s', async (_why, status, text, problem) => {
    answer = { status, text }
    expect(await look()).toMatch(problem)
  })

  it('does not report a token if the provider is gone', async () => {
    answer = 'none'
    expect(await look()).toBeUndefined()
    expect(await signatureProblem(token, `http://127.0.0.1:${await freePort()}/`)).toBeUndefined()
  })

  it('reports a token if no provider responds', async () => {
    expect(await signatureProblem(token, 'nowhere')).toMatch(/that cannot be verified: 0/)
  })
})
