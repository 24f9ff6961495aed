export type { ConnectMiddleware, ConnectRequest, ConnectResponse } from './adapters/connect.ts'
export { getSession, loadSession, requireSession } from './adapters/connect.ts'
export type { RequireSessionOptions } from './adapters/gate.ts'
