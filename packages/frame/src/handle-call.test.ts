import { describe, expect, it } from 'vitest'
import { handleFrameCall } from './handle-call.ts'

const parentOrigin = 'https://app.example.com'

async function ask(message: unknown, respond: () => Response | Promise<Response> = () => Response.json({ ok: 1 })) {
  const asked: { url: string; init: RequestInit }[] = []
  const answer = await handleFrameCall(message, {
    parentOrigin,
    async fetch(url, init) {
      asked.push({ url, init })
      return respond()
    },
    loadPhoneNumbers: () => import('./phone.ts'),
  })
  return { answer, asked }
}

const refusal = (error_type: string) => {
  const body = {
    status_code: 404,
    request_id: 'r',
    error_type,
    error_message: 'Words.',
    error_url: 'https://a.example',
  }
  return { body, respond: () => Response.json(body, { status: 404 }) }
}
/** The error that the page receives. */
const failureOf = ({ body: { request_id, ...fields } }: ReturnType<typeof refusal>) => ({
  success: false,
  error: { name: fields.error_type, message: fields.error_message, ...fields },
})

describe('handleFrameCall', () => {
  it.each(['oneTapStart', 'oneTapSubmit'])('forwards %s with the origin of the parent page', async (method) => {
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

  it.each(['oauth_config_not_found', 'unauthorized_origin'])('forwards the error %s with its fields', async (type) => {
    const refused = refusal(type)
    const { answer } = await ask({ method: 'oneTapStart', args: [{}] }, refused.respond)
    expect(answer).toEqual(failureOf(refused))
  })

  it.each([
    ['0151 23456789', 'DE', true, '+4915123456789', '01512 3456789'],
    ['+49 0151 23456789', undefined, true, '+4915123456789', '01512 3456789'],
    ['(202) 555-0123', 'us', true, '+12025550123', '(202) 555-0123'],
    ['+12025550123', 'DE', true, '+12025550123', '(202) 555-0123'],
    ['12', 'DE', false, '+4912', '12'],
    ['nothing', 'DE', false, 'nothing', 'nothing'],
    ['0151 23456789', 'ZZ', false, '0151 23456789', '0151 23456789'],
  ])('parses the phone number %j of %j without asking the provider', async (...row) => {
    const [phoneNumber, regionCode, isValid, number, national] = row
    const { answer, asked } = await ask({ method: 'parsedPhoneNumber', args: [{ phoneNumber, regionCode }] })
    expect([answer, asked]).toEqual([{ success: true, payload: { isValid, number, national } }, []])
  })

  it('returns an example number for every country, and none for an unknown region', async () => {
    const of = async (regionCode: unknown) =>
      (await ask({ method: 'getExamplePhoneNumber', args: [{ regionCode }] })).answer
    expect(await of('DE')).toEqual({ success: true, payload: { phoneNumber: '01512 3456789' } })
    expect(await of('us')).toEqual({ success: true, payload: { phoneNumber: '(201) 555-0123' } })
    for (const code of ['ZZ', '', 7, null]) expect(await of(code)).toEqual({ success: true, payload: {} })
  })

  it('responds with network_error if the provider cannot be reached', async () => {
    const failure = { success: false, error: { name: 'network_error', message: 'Unable to contact our servers.' } }
    const call = { method: 'oneTapStart', args: [{}] }
    expect((await ask(call, () => Promise.reject(new Error('down')))).answer).toEqual(failure)
    expect((await ask(call, () => new Response('<h1>'))).answer).toEqual(failure)
  })

  it.each(['parsedNumber', 'toString', '__proto__'])('rejects the unknown method %s', async (method) => {
    const { answer, asked } = await ask({ method, args: [{}] })
    expect([answer, asked]).toEqual([
      { success: false, error: { name: 'method_not_available', message: `Unknown method: ${method}.` } },
      [],
    ])
  })

  it.each([null, 'oneTapStart', {}, { method: 'oneTapStart' }, { method: 1, args: [{}] }, { method: 'x', args: [] }])(
    'ignores the message %j',
    async (message) => {
      expect(await ask(message)).toEqual({ answer: null, asked: [] })
    },
  )
})
