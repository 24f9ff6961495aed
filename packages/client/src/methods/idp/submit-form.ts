import type { ClientContext } from '../../context.ts'

/** Posts the fields as the page's own navigation. A form sets no headers, so these are fields too. */
export function submitForm(ctx: Pick<ClientContext, 'headers' | 'platform'>, url: string, fields: object): void {
  const page = ctx.platform.document as Document
  const form = page.createElement('form')
  form.method = 'POST'
  form.action = url
  form.hidden = true
  const headers = Object.entries(ctx.headers()).map(([name, value]) => [`__${name}`, value] as const)
  for (const [name, value] of [...Object.entries(fields), ...headers]) {
    if (value === undefined) continue
    const input = page.createElement('input')
    input.name = name
    input.value = String(value)
    form.append(input)
  }
  page.body.append(form)
  form.submit()
}
