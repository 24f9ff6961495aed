/** Whether browsers and mail programs may fetch an image from this address: absolute, https and without a password. */
export function isLogoUrl(text: string): boolean {
  if (!URL.canParse(text) || /[\s\p{Cc}]/u.test(text)) return false
  const { protocol, username, password } = new URL(text)
  return protocol === 'https:' && username === '' && password === ''
}
