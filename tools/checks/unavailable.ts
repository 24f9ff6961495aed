// The endpoints of the contract that the provider does not serve yet.
import { bundleForNode } from '../build/bundle.ts'

export async function listUnavailable(): Promise<string[]> {
  const { unavailableEndpoints } = await import(await bundleForNode('packages/server/src/index.ts', 'server'))
  return unavailableEndpoints
}
