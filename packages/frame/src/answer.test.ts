import { describe, expect, it } from 'vitest'
import { answerFrameCall } from './answer.ts'

const parentOrigin = 'https://app.example.com'

async function ask(message: unknown, respond: () => Response | Promise<Response> = () => Response.json({ ok: 1 })) {
  const asked: { url: string; init: RequestInit }[] = []
  const answer = await answerFrameCall(message, {
    parentOrigin,
    async fetch(url, init) {
      asked.push({ url, init })
      return respond()
    },
  })
  return { answer, asked }
}

const refusal = (error_type: string) => () => Response.json({ error_type, error_message: 'Words.' }, { status: 400 })

describe('answerFrameCall', () => {
  it.each(['oneTapStart', 'oneTapSubmit'])('hands %s on, with the origin of the page around', async (method) => {
    const request = { publicToken: 'public', parentOrigin: 'https://evil.example' }
    const { answer, asked } = await ask({ method, args: [request] }, () => Response.json({ redirect_url: 'x' }))
    expect(answer).toEqual({ success: true, payload: { redirect_url: 'x' } })
    expect(asked).toEqual([
      {
        url: method === 'oneTapStart' ? '/v1/frame/one_tap/start' : '/v1/frame/one_tap/submit',
        init: {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ publicToken: 'public', parentOrigin }),
          credentials: 'omit',
        },
      },
    ])
  })

  it('tells why a call was refused, by the name of the error', async () => {
    const { answer } = await ask({ method: 'oneTapStart', args: [{}] }, refusal('oauth_config_not_found'))
    expect(answer).toEqual({ success: false, error: { name: 'oauth_config_not_found', message: 'Words.' } })
  })

  it('tells a page that the project has not authorised just that', async () => {
    const { answer } = await ask({ method: 'oneTapStart', args: [{}] }, refusal('unauthorized_origin'))
    expect(answer).toEqual({ success: false, error: { name: 'unauthorized_origin', message: 'Words.' } })
  })

  it('says that it could not be reached', async () => {
    const failure = { success: false, error: { name: 'network_error', message: 'Unable to contact our servers.' } }
    const call = { method: 'oneTapStart', args: [{}] }
    expect((await ask(call, () => Promise.reject(new Error('down')))).answer).toEqual(failure)
    expect((await ask(call, () => new Response('<h1>'))).answer).toEqual(failure)
  })

  it.each(['parsedPhoneNumber', 'toString', '__proto__'])('knows no %s', async (method) => {
    const { answer, asked } = await ask({ method, args: [{}] })
    expect([answer, asked]).toEqual([
      { success: false, error: { name: 'method_not_available', message: `The frame does not know ${method}.` } },
      [],
    ])
  })

  it.each([null, 'oneTapStart', {}, { method: 'oneTapStart' }, { method: 1, args: [{}] }, { method: 'x', args: [] }])(
    'takes %j for no call',
    async (message) => {
      expect(await ask(message)).toEqual({ answer: null, asked: [] })
    },
  )
})
