import { type ReactElement, useEffect, useState } from 'react'
import { durationOf } from '../ui/time.ts'

const tickMs = 1_000

export function TimeLeft({ from, until }: { readonly from: string; readonly until: string }): ReactElement {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  const end = Date.parse(until)
  const whole = end - Date.parse(from)
  const left = Math.min(whole, Math.max(0, end - now))
  return (
    <span className="time-left">
      <span>{durationOf(left)} left</span>
      <progress aria-label="Remaining time of the session" max={whole} value={left} />
    </span>
  )
}
