import { useB2bClient, useMemberSession, useOrganization } from '@latchkey/react/b2b'
import { type ReactElement, useCallback, useEffect, useState } from 'react'
import { InvoiceForm } from './invoice-form.tsx'
import { type InvoicesRead, readInvoices } from './invoices.ts'

const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' })

/** What the server shows only to members with the permission to read invoices. */
export function InvoicesPage(): ReactElement {
  const { organization } = useOrganization()
  const { session } = useMemberSession()
  // The client reads the roles when the person returns to the page. With other roles the server may answer differently.
  return <Invoices key={session?.roles.join()} owner={organization?.organization_name ?? ''} />
}

function Invoices({ owner }: { owner: string }): ReactElement {
  const client = useB2bClient()
  const [read, setRead] = useState<InvoicesRead>({ state: 'loading' })
  const load = useCallback(async () => setRead(await readInvoices(client)), [client])
  useEffect(() => void load(), [load])

  return (
    <section className="card">
      <h2>Invoices</h2>
      <p className="muted">Only members of {owner} see them, if one of their roles permits it.</p>
      <div role="status">
        {read.state === 'forbidden' && (
          <p className="notice">
            Your roles do not permit invoices. An admin of {owner} can give you the role “accountant”.
          </p>
        )}
        {read.state === 'failed' && <p className="notice">The server does not respond. Try again in a moment.</p>}
        {read.state === 'read' && read.invoices.length === 0 && <p className="notice">There are no invoices yet.</p>}
      </div>
      {read.state === 'read' && (
        <>
          {read.invoices.length > 0 && (
            <ul aria-label="Invoices">
              {read.invoices.map(({ number, customer, amount }) => (
                <li key={number}>
                  <span>{customer}</span>
                  <span>{money.format(amount / 100)}</span>
                </li>
              ))}
            </ul>
          )}
          <InvoiceForm onAdded={load} />
        </>
      )}
    </section>
  )
}
