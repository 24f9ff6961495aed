/** What the provider says about a field, as the message of the failure. */
export function withReason(thrown: unknown): unknown {
  const { name, issues } = Object(thrown) as {
    name?: string
    issues?: readonly { readonly message?: unknown }[]
  }
  const reason = name === 'SchemaError' ? issues?.[0]?.message : undefined
  if (typeof reason !== 'string') return thrown
  return Object.assign(new Error(reason), { name, error_type: 'setting_rejected', error_message: reason })
}
