import { describe, expect, it } from 'vitest'
import { canonicalEmail } from './email-address.ts'

describe('canonicalEmail', () => {
  it.each([
    ['Ada@Example.COM', 'ada@example.com'],
    [' ada@example.com ', 'ada@example.com'],
    ['ａｄａ@ｅｘａｍｐｌｅ.com', 'ada@example.com'],
    ['ada+tag@example.com', 'ada+tag@example.com'],
    ['a.d.a@example.com', 'a.d.a@example.com'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@XN--BCHER-KVA.example', 'ada@xn--bcher-kva.example'],
    ["o'hara@example.com", "o'hara@example.com"],
    ['a@b.co', 'a@b.co'],
  ])('%j is %j (A-9)', (given, canonical) => {
    expect(canonicalEmail(given)).toBe(canonical)
  })

  it.each([
    ...['', 'ada', '@example.com', 'ada@', 'ada@@example.com', 'a@b@example.com', 'ada@example', 'ada@example.com.'],
    ...['"ada"@example.com', 'ada(x)@example.com', '<ada>@example.com', 'ada@exa mple.com', 'a da@example.com'],
    ...['ada@example.com\r\nBcc: eve@example.com', 'ada@example.com,eve@example.com', 'ada;eve@example.com'],
    ...['ada@[127.0.0.1]', 'ada@127.0.0.1', 'ada@1.2', 'ada@-example.com', 'ada@exam_ple.com', 'ada@example..com'],
    ...['.ada@example.com', 'ada.@example.com', 'a..da@example.com', 'аda@example.com', 'ada@example.com\0'],
    ...['ada@exa%6dple.com', 'ada@example.com/x', 'ada@example.com:25', 'ada@exam\u200bple.c\u200bom@x'],
    ...[`${'a'.repeat(65)}@example.com`, `a@${'b'.repeat(64)}.com`, `a@${'b.'.repeat(130)}com`, 'x'.repeat(400)],
  ])('%j is not an email address (A-9)', (given) => {
    expect(canonicalEmail(given)).toBeNull()
  })

  it('returns a canonical address unchanged', () => {
    const once = canonicalEmail('Ada@BÜCHER.example')
    expect(canonicalEmail(once ?? '')).toBe(once)
  })

  it('takes no more than linear time for hostile input', () => {
    const hostile = ['a'.repeat(200_000), `${'a.'.repeat(100_000)}@b.co`, `a@${'b-'.repeat(100_000)}.co`]
    expect(hostile.map(canonicalEmail)).toEqual([null, null, null])
  })
})
