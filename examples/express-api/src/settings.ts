/** The consumer project of every development provider, unless the environment names another one. */
export const settings = {
  port: Number(process.env.PORT ?? 3001),
  provider: process.env.LATCHKEY_URL ?? 'http://localhost:4000',
  projectId: process.env.LATCHKEY_PROJECT_ID ?? 'project-test-11111111-1111-4111-8111-111111111111',
  publicToken: process.env.LATCHKEY_PUBLIC_TOKEN ?? 'public-token-test-11111111-1111-4111-8111-111111111111',
}
