/** A `Lax` cookie is sent with the redirect of the provider, but not with a form post of another site. */
export function newCookie(name: string, value: string, url: string): string {
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${url.startsWith('https:') ? '; Secure' : ''}`
}

export function clearedCookie(name: string): string {
  return `${name}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`
}

export function cookieOf(request: Request, name: string): string | undefined {
  const pairs = (request.headers.get('cookie') ?? '').split('; ').map((pair) => pair.split('='))
  return pairs.find(([key]) => key === name)?.[1]
}
