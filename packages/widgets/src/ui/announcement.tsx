import type { ReactElement } from 'react'
import { useEffect, useState } from 'react'

/** Text for screen readers. A live region must exist before its text changes, or it is not announced. */
export function Announcement({ children }: { readonly children: string }): ReactElement {
  const [said, setSaid] = useState('')
  useEffect(() => setSaid(children), [children])
  return (
    <span className="latchkey-announcement" role="status">
      {said}
    </span>
  )
}
