import { auth, returnPath, type SearchParams } from '@latchkey/nextjs'
import { redirect } from 'next/navigation'
import { SignIn } from './sign-in'

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  // After the sign-in, the page is rendered again and leads back to where the user came from.
  if (await auth()) redirect(returnPath(await searchParams, '/notes'))
  return (
    <section className="sign-in">
      <SignIn />
    </section>
  )
}
