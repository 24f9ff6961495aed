/** The one way an instant is written on the wire. */
export function rfc3339(instant: number): string {
  return new Date(instant).toISOString()
}
