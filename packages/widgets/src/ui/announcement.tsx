import type { ReactElement } from 'react'
import { useEffect, useState } from 'react'

/** For those who do not see the screen. The region stands before anything is said in it: only then is it read out. */
export function Announcement({ children }: { readonly children: string }): ReactElement {
  const [said, setSaid] = useState('')
  useEffect(() => setSaid(children), [children])
  return (
    <span className="latchkey-announcement" role="status">
      {said}
    </span>
  )
}
