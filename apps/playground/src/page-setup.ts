/** Values that the provider writes into the head of the page. */
export function readMeta(name: string): string {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="latchkey-${name}"]`)?.content
  if (!content) throw new Error(`the page does not say its ${name}`)
  return content
}

export function findRoot(): HTMLElement {
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no root')
  return root
}
