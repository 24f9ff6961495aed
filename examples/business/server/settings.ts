/** `npm start` reads the file `.env`, which has the business project of every development provider. */
export const settings = {
  port: Number(process.env.PORT ?? 3002),
  provider: required('VITE_LATCHKEY_URL'),
  projectId: required('LATCHKEY_PROJECT_ID'),
  publicToken: required('VITE_LATCHKEY_PUBLIC_TOKEN'),
}

function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is missing`)
  return value
}
