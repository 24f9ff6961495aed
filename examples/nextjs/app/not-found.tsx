import Link from 'next/link'

export default function NotFound() {
  return (
    <section className="hero">
      <h1>Not found</h1>
      <p>This page does not exist, or your role does not permit this.</p>
      <Link href="/" className="button">
        Back to the start
      </Link>
    </section>
  )
}
