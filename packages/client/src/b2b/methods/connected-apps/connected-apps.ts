import { validate } from '../../../core/validate.ts'
import type { B2bContext } from '../../session/member-kind.ts'
import type { ConnectedApps } from './connected-app-calls.ts'

/** Loads the calls when the first is made, because most pages make none. */
export function createConnectedApps({ request }: B2bContext): ConnectedApps {
  const load = async (): Promise<ConnectedApps> =>
    (await import('./connected-app-calls.ts')).createConnectedAppCalls({ request, validate })
  return {
    ofSelf: {
      getConnectedApps: async () => (await load()).ofSelf.getConnectedApps(),
      revokeConnectedApp: async (id) => (await load()).ofSelf.revokeConnectedApp(id),
    },
    ofMembers: {
      getConnectedApps: async (id) => (await load()).ofMembers.getConnectedApps(id),
      revokeConnectedApp: async (options) => (await load()).ofMembers.revokeConnectedApp(options),
    },
    ofOrganization: {
      getConnectedApps: async () => (await load()).ofOrganization.getConnectedApps(),
      getConnectedApp: async (id) => (await load()).ofOrganization.getConnectedApp(id),
    },
  }
}
