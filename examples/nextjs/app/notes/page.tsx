import { auth } from '@latchkey/nextjs'
import { Protect } from '@latchkey/react'
import { add, deleteAll } from './actions'
import { notesOf } from './notes'

export const metadata = { title: 'Your notes' }

export default async function Page() {
  const session = await auth.protect()
  const notes = notesOf(session.userId)
  return (
    <section className="card">
      <h1>Your notes</h1>
      <form action={add} className="field">
        <label htmlFor="text">New note</label>
        <div className="row">
          <input id="text" name="text" required maxLength={200} autoComplete="off" />
          <button type="submit" className="button primary">
            Add
          </button>
        </div>
      </form>
      {notes.length === 0 ? <p className="empty">No notes yet.</p> : null}
      <ul className="notes">
        {notes.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
      <footer className="card-footer">
        <p>
          Signed in until <time dateTime={session.expiresAt.toISOString()}>{timeOf(session.expiresAt)}</time>
        </p>
        <Protect resource="notes" action="delete">
          <form action={deleteAll}>
            <button type="submit" className="button">
              Delete all
            </button>
          </form>
        </Protect>
      </footer>
    </section>
  )
}

function timeOf(date: Date): string {
  return `${date.toISOString().slice(11, 16)} UTC`
}
