export function totpSealContext(projectId: string, id: string): string {
  return `totp|${projectId}|${id}`
}

export function recoveryCodeSealContext(projectId: string, id: string): string {
  return `recovery code|${projectId}|${id}`
}
