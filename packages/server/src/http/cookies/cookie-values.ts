/**
 * All values of a cookie in a request: several hosts and paths may have set a cookie of that name. Only spaces and tabs
 * around a cookie are dropped. Other white space is part of the name for a browser, so that another host can set such a
 * cookie although it looks like one with the prefix `__Host-` or `__Secure-`.
 */
export function cookieValues(request: Request, wanted: string): string[] {
  const values: string[] = []
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const [name = '', ...value] = withoutBlanks(part).split('=')
    if (name === wanted) values.push(value.join('='))
  }
  return values
}

/** Not a regular expression: matching blanks at the end takes quadratic time for a long row of them. */
function withoutBlanks(text: string): string {
  const isBlank = (index: number): boolean => text[index] === ' ' || text[index] === '\t'
  let [start, end] = [0, text.length]
  while (start < end && isBlank(start)) start += 1
  while (end > start && isBlank(end - 1)) end -= 1
  return text.slice(start, end)
}
