import { useB2bClient } from '@latchkey/react/b2b'
import { type FormEvent, type ReactElement, useState } from 'react'
import { addInvoice } from './invoices.ts'

export function InvoiceForm({ onAdded }: { onAdded(): Promise<void> }): ReactElement {
  const client = useB2bClient()
  const [status, setStatus] = useState<'ready' | 'busy' | 'failed'>('ready')

  async function add(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    const fields = new FormData(form)
    setStatus('busy')
    const amount = Math.round(Number(fields.get('amount')) * 100)
    const isAdded = await addInvoice(client, { customer: String(fields.get('customer')), amount })
    if (isAdded) {
      form.reset()
      await onAdded()
    }
    setStatus(isAdded ? 'ready' : 'failed')
  }

  return (
    <form onSubmit={add}>
      <label>
        Customer
        <input name="customer" required maxLength={100} autoComplete="off" />
      </label>
      <label>
        Amount in euros
        <input name="amount" type="number" required min="0.01" max="1000000" step="0.01" />
      </label>
      {status === 'failed' && (
        <p className="error" role="alert">
          The invoice was not added. Try again.
        </p>
      )}
      <button type="submit" disabled={status === 'busy'}>
        Add invoice
      </button>
    </form>
  )
}
