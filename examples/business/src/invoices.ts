import type { B2bClient } from '@latchkey/client/b2b'
import { callServer } from './call-server.ts'

export interface Invoice {
  number: number
  customer: string
  /** In cents. */
  amount: number
}

/** What the server answered. A member without the permission gets 403, with the error type `unauthorized_action`. */
export type InvoicesRead = { state: 'loading' | 'forbidden' | 'failed' } | { state: 'read'; invoices: Invoice[] }

export async function readInvoices(client: B2bClient): Promise<InvoicesRead> {
  try {
    const response = await callServer(client, '/api/invoices')
    if (response.ok) return { state: 'read', invoices: (await response.json()).invoices }
    return { state: response.status === 403 ? 'forbidden' : 'failed' }
  } catch {
    return { state: 'failed' }
  }
}

/** Whether the server has stored the invoice. */
export async function addInvoice(client: B2bClient, invoice: Omit<Invoice, 'number'>): Promise<boolean> {
  try {
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(invoice) }
    return (await callServer(client, '/api/invoices', init)).ok
  } catch {
    return false
  }
}
