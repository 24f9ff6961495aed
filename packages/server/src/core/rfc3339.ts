/** The wire format of all timestamps. */
export function rfc3339(instant: number): string {
  return new Date(instant).toISOString()
}
