const timeToday = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })
const timeOnAnotherDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Compares with the browser's clock: a provider with a moved clock shows its own date. */
export function timeOf(moment: Date): string {
  const isToday = moment.toDateString() === new Date().toDateString()
  return (isToday ? timeToday : timeOnAnotherDay).format(moment)
}

/** `59:07` below an hour and a half, `23 h 59 min` below two days, days above that. */
export function durationOf(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  const minutes = Math.floor(seconds / 60)
  if (minutes < 90) return `${minutes}:${String(seconds % 60).padStart(2, '0')}`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`
}
