/** Comes back as the event `next` after `ms`, with the call it belongs to. */
export interface Wait<Next extends string> {
  readonly type: 'wait'
  readonly ms: number
  readonly next: Next
  readonly call: number
}
