// The endpoints of the contract that the provider does not serve yet.
import { bundleForNode } from '../bundle.mjs'

export async function listUnavailable() {
  const { unavailableEndpoints } = await import(await bundleForNode('packages/server/src/index.ts', 'server'))
  return unavailableEndpoints
}
