/**
 * The values of a cookie in a request: several hosts and paths may have set one of that name. Only spaces and tabs
 * around a cookie are dropped. Other white space is part of its name for a browser, which therefore lets other hosts
 * set such a cookie, although it looks like one with the prefix `__Host-` or `__Secure-`.
 */
export function cookieValues(request: Request, wanted: string): string[] {
  const values: string[] = []
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const [name = '', ...value] = part.replace(/^[ \t]+|[ \t]+$/g, '').split('=')
    if (name === wanted) values.push(value.join('='))
  }
  return values
}
