import type { Backend } from '@latchkey/backend'
import { getSession, requireSession } from '@latchkey/backend/express'
import { json, type Request, type Response, Router } from 'express'

interface Invoice {
  number: number
  customer: string
  /** In cents. */
  amount: number
}

/**
 * The invoices of organizations. Every call needs a permission, and the JWT in the header `Authorization`, which other
 * sites cannot send. The organization is that of the session: a request cannot name another one.
 */
export function invoicesApi(backend: Backend): Router {
  const invoices = new Map<string, Invoice[]>()
  const router = Router()
  const permission = (action: string) =>
    requireSession(backend, { requireHeader: true, permission: { resource: 'invoices', action } })

  router.get('/', permission('read'), (request, response) => {
    const organization = organizationOf(request, response)
    if (organization !== null) response.json({ invoices: invoices.get(organization) ?? [] })
  })

  router.post('/', permission('create'), json(), (request, response) => {
    const organization = organizationOf(request, response)
    if (organization === null) return
    const { customer, amount }: Record<string, unknown> = Object(request.body)
    if (typeof customer !== 'string' || customer === '' || !Number.isSafeInteger(amount) || Number(amount) <= 0) {
      response.status(400).json({ error: 'customer or amount is missing' })
      return
    }
    const known = invoices.get(organization) ?? []
    const invoice = { number: known.length + 1, customer: customer.slice(0, 100), amount: Number(amount) }
    invoices.set(organization, [...known, invoice])
    response.status(201).json(invoice)
  })
  return router
}

/** A session without an organization is that of another kind of project. */
function organizationOf(request: Request, response: Response): string | null {
  const organizationId = getSession(request)?.organizationId
  if (organizationId !== undefined) return organizationId
  response.status(403).json({ error: 'The session has no organization.' })
  return null
}
